import type { ApiKey, ApiKeyWithSecret, CreateKey, Scope } from "@signalbox/sdk";
import { useState } from "react";
import type { FormEvent, ReactNode } from "react";

import { signalbox } from "../../api/client.ts";
import { useAction } from "../../api/use-action.ts";
import { Button } from "../../components/button.tsx";
import { Check, SelectField } from "../../components/choice.tsx";
import { NumberField, TextField } from "../../components/field.tsx";
import { faultOf, FormError } from "../../components/form-error.tsx";
import { shortTime } from "../../lib/format.ts";

const SCOPES: readonly (readonly [Scope, string])[] = [
  ["select", "ask which model to call"],
  ["feedback", "report how good an answer was"],
  ["preferences", "read and change preferences"],
  ["read", "read decisions, models and the overview"],
];

const EXPIRIES = [
  { value: "keep", label: "As it is" },
  { value: "never", label: "Never" },
  { value: "7", label: "In 7 days" },
  { value: "30", label: "In 30 days" },
  { value: "90", label: "In 90 days" },
  { value: "365", label: "In a year" },
] as const;

type Expiry = (typeof EXPIRIES)[number]["value"];

interface Props {
  /** Edits this key; creates one when absent. */
  readonly apiKey?: ApiKey;
  readonly onMade?: (made: ApiKeyWithSecret) => void;
  readonly onSaved?: () => void;
}

export function KeyForm(props: Props): ReactNode {
  const { apiKey } = props;
  const [name, setName] = useState(apiKey?.name ?? "");
  const [scopes, setScopes] = useState<readonly Scope[]>(apiKey?.scopes ?? ["select", "feedback"]);
  const [expiry, setExpiry] = useState<Expiry>(apiKey === undefined ? "never" : "keep");
  const [limit, setLimit] = useState(apiKey?.requests_per_minute_max?.toString() ?? "");
  const save = useAction(async () => {
    const body = bodyOf({ name, scopes, expiry, limit });
    if (apiKey === undefined) props.onMade?.(await signalbox.keys.create(body));
    else {
      await signalbox.keys.update(apiKey.id, body);
      props.onSaved?.();
    }
  });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    save.run();
  };
  return (
    <form className="stack" onSubmit={submit}>
      <TextField
        label="Name"
        hint="Which program uses it. Shown in the list and with every decision."
        value={name}
        onChange={setName}
        maxLength={200}
        error={faultOf(save.error, "name")}
        isRequired
      />
      <ScopeChecks scopes={scopes} onChange={setScopes} />
      <SelectField
        label="Expires"
        value={expiry}
        options={apiKey === undefined ? EXPIRIES.slice(1) : EXPIRIES}
        onChange={setExpiry}
        hint={typeof apiKey?.expires_at === "string" ? `Now: ${shortTime(apiKey.expires_at)}` : undefined}
      />
      <NumberField
        label="Requests a minute"
        hint="Empty: no limit of its own."
        value={limit}
        onChange={setLimit}
        min={1}
        max={10_000_000}
        step={1}
        error={faultOf(save.error, "requests_per_minute_max")}
      />
      <FormError error={save.error} />
      <Button type="submit" kind="primary" isBusy={save.isBusy} isDisabled={scopes.length === 0}>
        {apiKey === undefined ? "Create the key" : "Save"}
      </Button>
    </form>
  );
}

interface ScopeProps {
  readonly scopes: readonly Scope[];
  readonly onChange: (scopes: readonly Scope[]) => void;
}

function ScopeChecks({ scopes, onChange }: ScopeProps): ReactNode {
  return (
    <fieldset className="stack">
      <legend className="field-label">It may</legend>
      {SCOPES.map(([scope, words]) => (
        <Check
          key={scope}
          label={<code>{scope}</code>}
          hint={words}
          isChecked={scopes.includes(scope)}
          onChange={(isOn) => onChange(isOn ? [...scopes, scope] : scopes.filter((one) => one !== scope))}
        />
      ))}
    </fieldset>
  );
}

interface Filled {
  readonly name: string;
  readonly scopes: readonly Scope[];
  readonly expiry: Expiry;
  readonly limit: string;
}

const DAY_MS = 86_400_000;

function bodyOf({ name, scopes, expiry, limit }: Filled): CreateKey {
  const base = {
    name: name.trim(),
    scopes: [...scopes],
    requests_per_minute_max: limit === "" ? null : Number(limit),
  };
  if (expiry === "keep") return base;
  const expiresAt = expiry === "never" ? null : new Date(Date.now() + Number(expiry) * DAY_MS).toISOString();
  return { ...base, expires_at: expiresAt };
}
