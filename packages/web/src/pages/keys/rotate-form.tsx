import type { ApiKey, ApiKeyWithSecret } from "@signalbox/sdk";
import { useState } from "preact/hooks";
import type { ComponentChildren } from "preact";

import { signalbox } from "../../api/client.ts";
import { useAction } from "../../api/use-action.ts";
import { SelectField } from "../../components/choice.tsx";
import { Form } from "../../components/form-error.tsx";
import { shortTime } from "../../lib/format.ts";
import { useMe } from "../../session/session.ts";
import { expiryChoices, expiryOf } from "./key-expiries.ts";

const OVERLAPS = [
  { value: "0", label: "Stop the old key immediately" },
  { value: "3600", label: "Let the old key work for an hour" },
  { value: "86400", label: "Let the old key work for a day" },
  { value: "604800", label: "Let the old key work for a week" },
] as const;

const KEEP = { value: "keep", label: "As the old one would have" };

interface Props {
  readonly apiKey: ApiKey;
  readonly onMade: (made: ApiKeyWithSecret) => void;
}

export function RotateForm(props: Props): ComponentChildren {
  const [overlap, setOverlap] = useState<(typeof OVERLAPS)[number]["value"]>("3600");
  const choices = [KEEP, ...expiryChoices(useMe().limits.key_days_max)];
  const [expiry, setExpiry] = useState(KEEP.value);
  const rotate = useAction(
    () =>
      signalbox.keys.rotate(props.apiKey.id, {
        overlap_s: Number(overlap),
        ...(expiry !== KEEP.value && { expires_at: expiryOf(expiry, Date.now()) }),
      }),
    { onDone: props.onMade },
  );
  return (
    <Form action={rotate} verb="Make the new key">
      <p>
        A new key takes its place, with the same scopes, limits, addresses and owner. Put it into the program
        while the old one still works.
      </p>
      <SelectField label="Overlap" value={overlap} options={OVERLAPS} onChange={setOverlap} />
      <SelectField
        label="The new key expires"
        value={expiry}
        options={choices}
        onChange={setExpiry}
        hint={
          props.apiKey.expires_at === null ? undefined : `The old one: ${shortTime(props.apiKey.expires_at)}`
        }
      />
    </Form>
  );
}
