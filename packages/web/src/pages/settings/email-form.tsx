import { useState } from "preact/hooks";
import type { ComponentChildren } from "preact";

import { signalbox } from "../../api/client.ts";
import { ME_KEY } from "../../api/queries/lists.ts";
import { useAction } from "../../api/use-action.ts";
import { TextField } from "../../components/field.tsx";
import { Form, faultOf } from "../../components/form-error.tsx";
import { Panel } from "../../components/panel.tsx";
import { PasswordField } from "../../components/password-field.tsx";
import { showToast } from "../../components/toasts.tsx";

interface Props {
  readonly user: { readonly email: string };
}

function useChange() {
  const [email, setEmail] = useState("");
  const [password, setPassword] = useState("");
  const action = useAction(
    () => signalbox.auth.changeEmail({ email: email.trim(), ...(password !== "" && { password }) }),
    {
      stale: [ME_KEY],
      onDone: () => {
        setPassword("");
        showToast("Address changed.");
      },
    },
  );
  return { email, setEmail, password, setPassword, action };
}

export function EmailForm({ user }: Props): ComponentChildren {
  const { email, setEmail, password, setPassword, action: change } = useChange();
  return (
    <Panel title="Email address">
      <Form action={change} verb="Change the address" shown="email password">
        <p dir="auto">{user.email}</p>
        <TextField
          label="New address"
          type="email"
          autoComplete="email"
          value={email}
          onChange={setEmail}
          error={faultOf(change.error, "email")}
          isRequired
        />
        <PasswordField
          label="Your password"
          value={password}
          onChange={setPassword}
          error={faultOf(change.error, "password")}
          isNew={false}
        />
      </Form>
    </Panel>
  );
}
