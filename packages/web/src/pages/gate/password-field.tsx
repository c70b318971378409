import { useState } from "react";
import type { ReactNode } from "react";

import { Check } from "../../components/choice.tsx";
import { TextField } from "../../components/field.tsx";

interface Props {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly isNew: boolean;
  readonly error?: string | undefined;
}

export function PasswordField(props: Props): ReactNode {
  const [isShown, setIsShown] = useState(false);
  return (
    <div className="stack">
      <TextField
        label={props.label}
        type={isShown ? "text" : "password"}
        value={props.value}
        onChange={props.onChange}
        autoComplete={props.isNew ? "new-password" : "current-password"}
        hint={props.isNew ? "At least 10 characters. A sentence is easier to keep than a riddle." : undefined}
        error={props.error}
        isRequired
      />
      <Check label="Show the password" isChecked={isShown} onChange={setIsShown} />
    </div>
  );
}
