// Who makes an account: the same questions to the first visitor and to everybody who signs up.
import type { ComponentChildren } from "preact";

import { TextField } from "../../components/field.tsx";
import { faultOf } from "../../components/form-error.tsx";
import { filled } from "../../lib/values.ts";

interface Who {
  readonly email: string;
  readonly name: string;
  readonly organisation: string;
}

export const NOBODY: Who = { email: "", name: "", organisation: "" };

/** As the service takes it: what was left empty is left out. */
export function whoGiven({ email, name, organisation }: Who) {
  return {
    email: email.trim(),
    ...(filled(name) !== undefined && { name: name.trim() }),
    ...(filled(organisation) !== undefined && { organisation: organisation.trim() }),
  };
}

interface Props {
  readonly value: Who;
  readonly onChange: (value: Who) => void;
  /** The answer of the service to the last try. */
  readonly error: unknown;
}

export function WhoFields({ value, onChange, error }: Props): ComponentChildren {
  return (
    <>
      <TextField
        label="Email"
        type="email"
        autoComplete="username"
        value={value.email}
        onChange={(email) => onChange({ ...value, email })}
        error={faultOf(error, "email")}
        isRequired
      />
      <TextField
        label="Your name"
        autoComplete="name"
        value={value.name}
        maxLength={200}
        onChange={(name) => onChange({ ...value, name })}
      />
      <TextField
        label="Organisation"
        autoComplete="organization"
        value={value.organisation}
        maxLength={200}
        onChange={(organisation) => onChange({ ...value, organisation })}
      />
    </>
  );
}
