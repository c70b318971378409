import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import { Link, useSearch } from "wouter-preact";
import { signalbox } from "../../api/client.ts";
import { useEntry } from "./use-entry.ts";
import { TextField } from "../../components/field.tsx";
import { ErrorPanel } from "../../components/states.tsx";
import { useDraft } from "../../lib/use-draft.ts";
import { CodeField, formFault } from "./code-field.tsx";
import { GateForm, GateLayout } from "./gate-layout.tsx";
import { PasswordField } from "../../components/password-field.tsx";
import { SingleSignOnFault } from "./single-sign-on-fault.tsx";
import { hasSessionEnded } from "../../session/session.ts";
import { useAuthOptions } from "../../api/queries/lists.ts";

export function SignInPage(): ComponentChildren {
  const options = useAuthOptions();
  const email = useDraft("sign-in.email", "");
  const [password, setPassword] = useState("");
  const [code, setCode] = useState("");
  const entry = useEntry(() =>
    signalbox.auth.signIn({ email: email.value.trim(), password, ...(code !== "" && { code }) }),
  );
  const [hasEnded] = useState(hasSessionEnded);
  const fault = new URLSearchParams(useSearch()).get("error");
  return (
    <GateLayout title="Sign in">
      {options.isError ? <ErrorPanel error={options.error} onRetry={() => void options.refetch()} /> : null}
      {fault === null || entry.isBusy || entry.error !== undefined ? null : (
        <SingleSignOnFault word={fault} />
      )}
      {hasEnded ? (
        <div className="banner" role="status">
          Your session has ended. Sign in again; what you typed is still there.
        </div>
      ) : null}
      {options.data?.needs_claim === true ? (
        <div className="banner">
          <div>
            The first account waits for its owner. <Link href="/claim">Claim it</Link>
          </div>
        </div>
      ) : null}
      <GateForm
        verb="Sign in"
        isBusy={entry.isBusy}
        error={formFault({ error: entry.error, value: code })}
        onSubmit={() => entry.run()}
      >
        <TextField
          label="Email"
          type="email"
          autoComplete="username"
          value={email.value}
          onChange={email.set}
          isRequired
        />
        <PasswordField label="Password" value={password} onChange={setPassword} isNew={false} />
        <CodeField error={entry.error} value={code} onChange={setCode} />
      </GateForm>
      {options.data?.oidc_enabled === true ? (
        <a className="button" href={signalbox.auth.oidcStartUrl()}>
          Sign in with {options.data.oidc_label ?? "your organisation"}
        </a>
      ) : null}
      <p className="row">
        <Link href="/forgot">Forgot the password?</Link>
        {options.data?.sign_up_open === true ? <Link href="/sign-up">Create an account</Link> : null}
      </p>
    </GateLayout>
  );
}
