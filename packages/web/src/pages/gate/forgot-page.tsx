import { useState } from "preact/hooks";
import type { ComponentChildren } from "preact";
import { Link } from "wouter-preact";

import { signalbox } from "../../api/client.ts";
import { useAction } from "../../api/use-action.ts";
import { TextField } from "../../components/field.tsx";
import { Form } from "../../components/form-error.tsx";
import { GATE_FIELDS, GateLayout } from "./gate-layout.tsx";
import { useAuthOptions } from "../../api/queries/lists.ts";
import { SAY } from "../../lib/phrases.ts";

export function ForgotPage(): ComponentChildren {
  const options = useAuthOptions();
  const [email, setEmail] = useState("");
  const [isSent, setIsSent] = useState(false);
  const request = useAction(() => signalbox.auth.requestReset({ email: email.trim() }), {
    onDone: () => setIsSent(true),
  });
  const isMailed = options.data?.smtp_configured !== false;
  return (
    <GateLayout title="Reset the password">
      {isMailed ? null : (
        <p className="soft">
          {SAY.noMail} Its operator prints a link with <code>signalbox reset-password EMAIL</code>.
        </p>
      )}
      {!isMailed ? null : isSent ? (
        <div className="banner" data-tone="clear" role="status">
          If an account has this address, a link is on its way. It works once and expires.
        </div>
      ) : (
        <Form action={request} verb="Send a link" shown={GATE_FIELDS}>
          <TextField
            label="Email"
            type="email"
            autoComplete="username"
            value={email}
            onChange={setEmail}
            isRequired
          />
        </Form>
      )}
      <Link href="/">{SAY.toSignIn}</Link>
    </GateLayout>
  );
}
