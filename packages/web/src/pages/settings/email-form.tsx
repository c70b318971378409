import { useQueryClient } from "@tanstack/preact-query";
import { useState } from "preact/hooks";
import type { ComponentChildren } from "preact";

import { signalbox } from "../../api/client.ts";
import { ME_KEY, useAuthOptions } from "../../api/queries/lists.ts";
import { useAction } from "../../api/use-action.ts";
import { Badge } from "../../components/badge.tsx";
import { Button } from "../../components/button.tsx";
import { TextField } from "../../components/field.tsx";
import { faultOf, FormError } from "../../components/form-error.tsx";
import { Panel } from "../../components/panel.tsx";
import { PasswordField } from "../../components/password-field.tsx";
import { showToast } from "../../components/toasts.tsx";

interface Props {
  readonly user: { readonly email: string; readonly email_verified: boolean };
}

function useChange() {
  const client = useQueryClient();
  const [email, setEmail] = useState("");
  const [password, setPassword] = useState("");
  const [sentTo, setSentTo] = useState<string>();
  const action = useAction(
    () => signalbox.auth.changeEmail({ email: email.trim(), ...(password !== "" && { password }) }),
    {
      onDone: ({ is_changed: isChanged }) => {
        setPassword("");
        if (isChanged) {
          showToast("Address changed.");
          void client.invalidateQueries({ queryKey: ME_KEY });
        } else setSentTo(email.trim());
      },
    },
  );
  return { email, setEmail, password, setPassword, sentTo, action };
}

export function EmailForm({ user }: Props): ComponentChildren {
  const { email, setEmail, password, setPassword, sentTo, action: change } = useChange();
  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    change.run();
  };
  return (
    <Panel title="Email address">
      <form className="stack" onSubmit={submit}>
        <p className="row">
          <span dir="auto">{user.email}</span>{" "}
          {user.email_verified ? <Badge tone="clear">verified</Badge> : <Badge>not verified</Badge>}
        </p>
        {sentTo === undefined ? <Resend user={user} /> : <Sent email={sentTo} />}
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
        <FormError error={change.error} shown="email password" />
        <Button type="submit" kind="primary" isBusy={change.isBusy}>
          Change the address
        </Button>
      </form>
    </Panel>
  );
}

function Sent({ email }: { readonly email: string }): ComponentChildren {
  return (
    <div className="banner" data-tone="clear" role="status">
      Open the link in the mail to {email}. Until then your address stays as it is.
    </div>
  );
}

function Resend({ user }: Props): ComponentChildren {
  const options = useAuthOptions();
  const resend = useAction(() => signalbox.auth.resendVerification(), {
    onDone: () => showToast("A link is on its way."),
  });
  if (user.email_verified || options.data?.smtp_configured !== true) return null;
  return (
    <>
      <Button isBusy={resend.isBusy} onClick={() => resend.run()}>
        Send a link to verify it
      </Button>
      <FormError error={resend.error} />
    </>
  );
}
