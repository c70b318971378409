import { useState } from "preact/hooks";
import type { ComponentChildren } from "preact";
import { Link } from "wouter-preact";

import { signalbox } from "../../api/client.ts";
import { useAuthOptions } from "../../api/queries/lists.ts";
import { useAction } from "../../api/use-action.ts";
import { TextField } from "../../components/field.tsx";
import { Button } from "../../components/button.tsx";
import { faultOf, FormError } from "../../components/form-error.tsx";
import { useDraft } from "../../lib/use-draft.ts";
import { CodeField, formFault } from "./code-field.tsx";
import { GateForm, GateLayout } from "./gate-layout.tsx";
import { PasswordField } from "../../components/password-field.tsx";
import { filled } from "../../lib/values.ts";
import { linkToken, useEntry } from "./use-entry.ts";

export function InvitePage(): ComponentChildren {
  const [token] = useState(linkToken);
  const name = useDraft("invite.name", "");
  const [password, setPassword] = useState("");
  const [code, setCode] = useState("");
  const entry = useEntry(() =>
    signalbox.auth.acceptInvite({
      token,
      password,
      ...(code !== "" && { code }),
      ...(filled(name.value) !== undefined && { name: name.value.trim() }),
    }),
  );
  const options = useAuthOptions();
  const provider = useAction(() => signalbox.auth.inviteBySingleSignOn(token), {
    onDone: () => globalThis.location.assign(signalbox.auth.oidcStartUrl()),
  });
  return (
    <GateLayout title="Join the organisation">
      <p className="soft">
        You were invited to an organisation. If you have an account here, confirm with your password;
        otherwise choose one.
      </p>
      {token === "" ? (
        <div className="banner" data-tone="stop" role="alert">
          This link is not complete. Open it from the invitation again.
        </div>
      ) : (
        <GateForm
          verb="Join"
          isBusy={entry.isBusy}
          error={formFault({ error: entry.error, value: code })}
          onSubmit={() => entry.run()}
        >
          <TextField label="Your name" autoComplete="name" value={name.value} onChange={name.set} />
          <PasswordField
            label="Password"
            value={password}
            onChange={setPassword}
            error={faultOf(entry.error, "password")}
            isNew
          />
          <CodeField error={entry.error} value={code} onChange={setCode} />
        </GateForm>
      )}
      {token !== "" && options.data?.oidc_enabled === true ? (
        <>
          <FormError error={provider.error} />
          <Button isBusy={provider.isBusy} onClick={() => provider.run()}>
            Join with {options.data.oidc_label ?? "your organisation"}
          </Button>
        </>
      ) : null}
      <Link href="/">To sign-in</Link>
    </GateLayout>
  );
}
