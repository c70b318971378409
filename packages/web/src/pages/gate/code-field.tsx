import type { ComponentChildren } from "preact";

import { TextField } from "../../components/field.tsx";
import { faultOf } from "../../components/form-error.tsx";

interface Props {
  /** Error of the last attempt to come in. */
  readonly error: unknown;
  readonly value: string;
  readonly onChange: (value: string) => void;
}

/** The form has no fault while it only asks for what comes next. */
export const formFault = ({ error, value }: Omit<Props, "onChange">): unknown =>
  value === "" && faultOf(error, "code") !== undefined ? undefined : error;

/** Appears when the service has asked for a code, and then stays. */
export function CodeField({ error, value, onChange }: Props): ComponentChildren {
  const fault = faultOf(error, "code");
  if (fault === undefined && value === "") return null;
  return (
    <TextField
      label="Code"
      hint="Six digits of your authenticator app, or a recovery code."
      value={value}
      onChange={onChange}
      autoComplete="one-time-code"
      maxLength={64}
      error={value === "" ? undefined : fault}
      isRequired
    />
  );
}
