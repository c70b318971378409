import { useState } from "preact/hooks";
import type { ComponentChildren } from "preact";
import { Link } from "wouter-preact";

import { signalbox } from "../../api/client.ts";
import { faultOf } from "../../components/form-error.tsx";
import { useDraft } from "../../lib/use-draft.ts";
import { GateForm, GateLayout } from "./gate-layout.tsx";
import { PasswordField } from "../../components/password-field.tsx";
import { useEntry } from "./use-entry.ts";
import { NOBODY, whoGiven, WhoFields } from "./who-fields.tsx";
import { useAuthOptions } from "../../api/queries/lists.ts";

export function SignUpPage(): ComponentChildren {
  const options = useAuthOptions();
  const form = useDraft("sign-up", NOBODY);
  const [password, setPassword] = useState("");
  const entry = useEntry(async () => {
    const me = await signalbox.auth.signUp({
      ...whoGiven(form.value),
      password,
    });
    form.discard();
    return me;
  });
  if (options.data?.sign_up_open === false)
    return (
      <GateLayout title="Create an account">
        <p>Sign-up is closed on this installation. Ask an owner for an invitation.</p>
        <Link href="/">Back to sign-in</Link>
      </GateLayout>
    );
  return (
    <GateLayout title="Create an account">
      <GateForm verb="Create account" isBusy={entry.isBusy} error={entry.error} onSubmit={() => entry.run()}>
        <WhoFields value={form.value} onChange={form.set} error={entry.error} />
        <PasswordField
          label="Password"
          value={password}
          onChange={setPassword}
          error={faultOf(entry.error, "password")}
          isNew
        />
      </GateForm>
      <Link href="/">I have an account</Link>
    </GateLayout>
  );
}
