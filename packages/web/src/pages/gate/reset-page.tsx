import { useState } from "preact/hooks";
import type { ComponentChildren } from "preact";
import { Link } from "wouter-preact";

import { signalbox } from "../../api/client.ts";
import { useAction } from "../../api/use-action.ts";
import { faultOf, Form } from "../../components/form-error.tsx";
import { CodeField, untilCode } from "./code-field.tsx";
import { GATE_FIELDS, GateLayout } from "./gate-layout.tsx";
import { PasswordField } from "../../components/password-field.tsx";
import { linkToken } from "./use-entry.ts";
import { SAY } from "../../lib/phrases.ts";

/** Behind the link of a reset mail. Afterwards the page is loaded again, so that nothing of an earlier session is left. */
export function ResetPage(): ComponentChildren {
  const [token] = useState(linkToken);
  const [password, setPassword] = useState("");
  const [code, setCode] = useState("");
  const reset = useAction(
    () => signalbox.auth.resetPassword({ token, password, ...(code !== "" && { code }) }),
    { onDone: () => globalThis.location.replace("/") },
  );
  return (
    <GateLayout title="Choose a new password">
      {token === "" ? (
        <div className="banner" data-tone="stop" role="alert">
          This link is not complete. Open it from the mail again, or ask for a new one.
        </div>
      ) : (
        <Form action={untilCode(reset, code)} verb="Set the password" shown={GATE_FIELDS}>
          <PasswordField
            label="New password"
            value={password}
            onChange={setPassword}
            error={faultOf(reset.error, "password")}
            isNew
          />
          <CodeField error={reset.error} value={code} onChange={setCode} />
        </Form>
      )}
      <p className="row">
        <Link href="/forgot">Ask for a new link</Link>
        <Link href="/">{SAY.toSignIn}</Link>
      </p>
    </GateLayout>
  );
}
