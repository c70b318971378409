// The data kept about one person: counted first, then downloaded or erased.

import type { PrivacyCount, PrivacySelection } from "@signalbox/sdk";
import { useState } from "preact/hooks";
import type { ComponentChildren } from "preact";
import { signalbox } from "../../api/client.ts";
import { useAction } from "../../api/use-action.ts";
import { Button } from "../../components/button.tsx";
import { SelectField } from "../../components/choice.tsx";
import { ConfirmDialog } from "../../components/confirm-dialog.tsx";
import { TextField } from "../../components/field.tsx";
import { FormError } from "../../components/form-error.tsx";
import { Panel } from "../../components/panel.tsx";
import { download } from "../../lib/values.ts";
import { dateTime, counted } from "../../lib/format.ts";
import { SAY } from "../../lib/phrases.ts";

const WAYS = [
  { value: "subject", label: "Subject of the requests", field: "Subject" },
  { value: "session", label: "Sessions", field: "Session ids" },
  { value: "key", label: "API key", field: "Id of the key" },
] as const;

interface Asked {
  readonly by: string;
  readonly id: string;
  /** As the browser's field gives them: local time without a zone. */
  readonly from: string;
  readonly to: string;
}

export const EMPTY: Asked = { by: "subject", id: "", from: "", to: "" };

const timeOf = (name: "from" | "to", local: string): PrivacySelection =>
  local === "" || Number.isNaN(Date.parse(local)) ? {} : { [name]: new Date(local).toISOString() };

function byId(by: string, id: string): PrivacySelection {
  if (by === "key") return { key_id: id };
  return by === "session" ? { session_ids: id.split(/[\s,;]+/) } : { subject: id };
}

/** Undefined as long as nothing chooses. Session ids may stand on lines of their own, or between commas. */
export function selectionOf({ by, id, from, to }: Asked): PrivacySelection | undefined {
  const times = { ...timeOf("from", from), ...timeOf("to", to) };
  const wanted = id.trim();
  if (wanted !== "") return { ...byId(by, wanted), ...times };
  return Object.keys(times).length === 0 ? undefined : times;
}

interface Counted {
  readonly selection: PrivacySelection;
  readonly count: PrivacyCount;
}

async function saveExport(selection: PrivacySelection): Promise<void> {
  const answer = await signalbox.privacy.export(selection);
  download("signalbox-decisions.ndjson", await answer.blob(), "application/x-ndjson");
}

/** A call erases for some seconds; it is repeated until nothing remains. */
async function erase({ selection, count }: Counted): Promise<void> {
  let { decisions } = count;
  while (decisions > 0) {
    const { remaining } = await signalbox.privacy.erase({ ...selection, to: count.to, decisions });
    decisions = remaining;
  }
}

interface FoundProps {
  readonly found: Counted;
  readonly onErased: () => void;
}

function Found({ found, onErased }: FoundProps): ComponentChildren {
  const { selection, count } = found;
  const [isErasing, setIsErasing] = useState(false);
  const saving = useAction(() => saveExport({ ...selection, to: count.to }));
  const span =
    count.first_at === null ? "" : `, ${dateTime(count.first_at)} to ${dateTime(count.last_at ?? "")}`;
  const what = counted(count.decisions, "decision");
  if (count.decisions === 0) return <p role="status">Nothing is kept that fits.</p>;
  return (
    <>
      <p role="status">
        {what}
        {span}.
      </p>
      <div className="row">
        <Button isBusy={saving.isBusy} onClick={() => saving.run()}>
          Download
        </Button>
        <Button kind="danger" onClick={() => setIsErasing(true)}>
          Erase
        </Button>
      </div>
      <FormError error={saving.error} />
      {isErasing ? (
        <ConfirmDialog
          title={`Erase ${what}`}
          verb={SAY.eraseForGood}
          typed={what}
          onClose={() => setIsErasing(false)}
          onConfirm={async () => {
            await erase(found);
            onErased();
          }}
        >
          Deletes prompts, numbers and reports of these decisions, and unlearns them. {SAY.final}
          The sums of the overview stay: they identify no person.
        </ConfirmDialog>
      ) : null}
    </>
  );
}

export function PersonPanel(): ComponentChildren {
  const [asked, setAsked] = useState<Asked>(EMPTY);
  const [found, setFound] = useState<Counted>();
  const count = useAction(
    async (selection: PrivacySelection) => ({ selection, count: await signalbox.privacy.count(selection) }),
    { onDone: setFound },
  );
  const change = (changed: Partial<Asked>): void => {
    setAsked({ ...asked, ...changed });
    setFound(undefined);
  };
  const selection = selectionOf(asked);
  const way = WAYS.find(({ value }) => value === asked.by);
  return (
    <Panel title="One person">
      <div className="stack">
        <p>Shows how many decisions are kept about a person, gives them out, or erases them.</p>
        <SelectField label="Find by" value={asked.by} options={WAYS} onChange={(by) => change({ by })} />
        <TextField label={way?.field ?? ""} value={asked.id} onChange={(id) => change({ id })} />
        <TextField
          label="From"
          type="datetime-local"
          value={asked.from}
          onChange={(from) => change({ from })}
        />
        <TextField label="Before" type="datetime-local" value={asked.to} onChange={(to) => change({ to })} />
        <Button
          isBusy={count.isBusy}
          isDisabled={selection === undefined}
          onClick={() => selection !== undefined && count.run(selection)}
        >
          Count
        </Button>
        <FormError error={count.error} />
        {found === undefined ? null : <Found found={found} onErased={() => setFound(undefined)} />}
      </div>
    </Panel>
  );
}
