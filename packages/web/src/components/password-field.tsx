import { useState } from "preact/hooks";
import type { ComponentChildren } from "preact";

import { Check } from "./choice.tsx";
import { TextField } from "./field.tsx";
import { useAuthOptions } from "../api/queries/lists.ts";

interface Props {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly isNew: boolean;
  /** For people who may have none. */
  readonly isOptional?: boolean;
  readonly error?: string | undefined;
}

export function PasswordField(props: Props): ComponentChildren {
  const charsMin = useAuthOptions().data?.password_chars_min ?? 10;
  const [isShown, setIsShown] = useState(false);
  return (
    <div className="stack">
      <TextField
        label={props.label}
        type={isShown ? "text" : "password"}
        value={props.value}
        onChange={props.onChange}
        autoComplete={props.isNew ? "new-password" : "current-password"}
        hint={
          props.isNew ? `At least ${charsMin} characters. A short sentence is easy to remember.` : undefined
        }
        error={props.error}
        isRequired={props.isOptional !== true}
      />
      <Check label="Show the password" isChecked={isShown} onChange={setIsShown} />
    </div>
  );
}
