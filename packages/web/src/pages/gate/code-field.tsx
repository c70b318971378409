import type { ComponentChildren } from "preact";

import type { Action } from "../../api/use-action.ts";
import { TextField } from "../../components/field.tsx";
import { faultOf } from "../../components/form-error.tsx";

interface Props {
  /** Error of the last attempt to come in. */
  readonly error: unknown;
  readonly value: string;
  readonly onChange: (value: string) => void;
}

/** The action as its form shows it: without a fault while it only asks for what comes next. @param code as it was typed */
export const untilCode = (action: Action<[]>, code: string): Action<[]> =>
  code === "" && faultOf(action.error, "code") !== undefined ? { ...action, error: undefined } : action;

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
