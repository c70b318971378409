import { useState } from "preact/hooks";
import type { ComponentChildren } from "preact";

import { useAuthOptions } from "../../api/queries/lists.ts";
import { TextField } from "../../components/field.tsx";

const readEmails = (text: string): readonly string[] => text.split(/[\s,;]+/).filter((part) => part !== "");

interface Props {
  readonly emails: readonly string[];
  readonly error: string | undefined;
  readonly onChange: (emails: readonly string[]) => void;
}

/** Kept as typed while it says the same, so that a comma can be typed at all. */
export function AlertEmails({ emails, error, onChange }: Props): ComponentChildren {
  const [text, setText] = useState(emails.join(", "));
  const saved = emails.join(", ");
  const isMailOff = useAuthOptions().data?.smtp_configured === false;
  return (
    <TextField
      label="Mail alerts to"
      placeholder="oncall@example.org, lead@example.org"
      hint={
        isMailOff
          ? "This service sends no mails: its operator has named no mail server. Addresses are kept until it has one."
          : "Addresses with commas between them; empty: nobody. They hear when an alert opens and when it closes."
      }
      value={readEmails(text).join(", ") === saved ? text : saved}
      error={error}
      onChange={(typed) => {
        setText(typed);
        onChange(readEmails(typed));
      }}
    />
  );
}
