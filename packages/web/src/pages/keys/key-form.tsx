import type { ApiKey, ApiKeyWithSecret, CreateKey, Scope } from "@signalbox/sdk";
import { useState } from "preact/hooks";
import type { ComponentChildren } from "preact";

import { signalbox } from "../../api/client.ts";
import { useMemberNames } from "../../api/queries/names.ts";
import { useAction } from "../../api/use-action.ts";
import { Check, SelectField } from "../../components/choice.tsx";
import { NumberField, TextField } from "../../components/field.tsx";
import { Form, faultOf } from "../../components/form-error.tsx";
import { shortTime } from "../../lib/format.ts";
import { useMe } from "../../session/session.ts";
import { expiryChoices, expiryOf, splitAddresses } from "./key-expiries.ts";

const SCOPES: readonly (readonly [Scope, string])[] = [
  ["select", "ask which model to call"],
  ["feedback", "report how good an answer was"],
  ["preferences", "read and change preferences"],
  ["read", "read decisions, models and the overview"],
  ["privacy", "count, export and erase a person's decisions; only owners give it"],
];

const KEEP = { value: "keep", label: "As it is" } as const;

interface Props {
  /** Edits this key; creates one when absent. */
  readonly apiKey?: ApiKey;
  readonly onMade?: (made: ApiKeyWithSecret) => void;
  readonly onSaved?: () => void;
}

export function KeyForm(props: Props): ComponentChildren {
  const { apiKey } = props;
  const choices = expiryChoices(useMe().limits.key_days_max);
  const [filled, setFilled] = useState(() => filledFrom(apiKey, choices[0]?.value ?? "never"));
  const save = useAction(async () => {
    const body = bodyOf(filled);
    if (apiKey === undefined) props.onMade?.(await signalbox.keys.create(body));
    else {
      const owner = isPassedOn(apiKey, filled.owner) ? { owner_id: filled.owner } : {};
      await signalbox.keys.update(apiKey.id, { ...body, ...owner });
      props.onSaved?.();
    }
  });
  const change = (part: Partial<Filled>): void => setFilled({ ...filled, ...part });
  return (
    <Form
      action={save}
      verb={apiKey === undefined ? "Create the key" : "Save"}
      shown="name requests_per_minute_max addresses"
      isDisabled={filled.scopes.length === 0}
    >
      <TextField
        label="Name"
        hint="Which program uses it. Shown in the list and with every decision."
        value={filled.name}
        onChange={(name) => change({ name })}
        maxLength={200}
        error={faultOf(save.error, "name")}
        isRequired
      />
      <ScopeChecks scopes={filled.scopes} onChange={(scopes) => change({ scopes })} />
      <SelectField
        label="Expires"
        value={filled.expiry}
        options={apiKey === undefined ? choices : [KEEP, ...choices]}
        onChange={(expiry) => change({ expiry })}
        hint={typeof apiKey?.expires_at === "string" ? `Now: ${shortTime(apiKey.expires_at)}` : undefined}
      />
      <LimitFields filled={filled} error={save.error} onChange={change} />
      {apiKey === undefined ? null : (
        <OwnerField apiKey={apiKey} value={filled.owner} onChange={(owner) => change({ owner })} />
      )}
    </Form>
  );
}

interface LimitProps {
  readonly filled: Filled;
  readonly error: unknown;
  readonly onChange: (part: Partial<Filled>) => void;
}

function LimitFields({ filled, error, onChange }: LimitProps): ComponentChildren {
  return (
    <>
      <NumberField
        label="Requests a minute"
        hint="Empty: no limit for this key."
        value={filled.limit}
        onChange={(limit) => onChange({ limit })}
        min={1}
        max={10_000_000}
        step={1}
        error={faultOf(error, "requests_per_minute_max")}
      />
      <TextField
        label="Addresses"
        hint="IP addresses and networks that it may be used from, such as 203.0.113.0/24. Empty: any."
        value={filled.addresses}
        onChange={(addresses) => onChange({ addresses })}
        error={faultOf(error, "addresses")}
      />
    </>
  );
}

const isPassedOn = (key: ApiKey, owner: string): boolean => owner !== "" && owner !== key.owner_id;

interface OwnerProps {
  readonly apiKey: ApiKey;
  readonly value: string;
  readonly onChange: (owner: string) => void;
}

function OwnerField({ apiKey, value, onChange }: OwnerProps): ComponentChildren {
  const active = useMemberNames().filter(({ status }) => status === "active");
  const nobody = apiKey.owner_id === null ? [{ value: "", label: "No owner" }] : [];
  const options = [...nobody, ...active.map(({ id, email }) => ({ value: id, label: email }))];
  return (
    <SelectField
      label="Owner"
      hint="It ends when its owner leaves, and when the member who made it does: the new owner rotates it."
      value={value}
      options={options}
      onChange={onChange}
    />
  );
}

interface ScopeProps {
  readonly scopes: readonly Scope[];
  readonly onChange: (scopes: readonly Scope[]) => void;
}

function ScopeChecks({ scopes, onChange }: ScopeProps): ComponentChildren {
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
  readonly expiry: string;
  readonly limit: string;
  readonly addresses: string;
  /** Owner of a key that exists; "" for nobody. */
  readonly owner: string;
}

const filledFrom = (key: ApiKey | undefined, expiry: string): Filled => ({
  name: key?.name ?? "",
  scopes: key?.scopes ?? ["select", "feedback"],
  expiry: key === undefined ? expiry : KEEP.value,
  limit: key?.requests_per_minute_max?.toString() ?? "",
  addresses: key?.addresses?.join(", ") ?? "",
  owner: key?.owner_id ?? "",
});

function bodyOf({ name, scopes, expiry, limit, addresses }: Filled): CreateKey {
  return {
    name: name.trim(),
    scopes: [...scopes],
    requests_per_minute_max: limit === "" ? null : Number(limit),
    addresses: splitAddresses(addresses),
    ...(expiry !== KEEP.value && { expires_at: expiryOf(expiry, Date.now()) }),
  };
}
