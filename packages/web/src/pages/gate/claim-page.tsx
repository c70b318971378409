import { useState } from "preact/hooks";
import type { ComponentChildren } from "preact";
import { Link } from "wouter-preact";

import { signalbox } from "../../api/client.ts";
import { TextField } from "../../components/field.tsx";
import { faultOf } from "../../components/form-error.tsx";
import { useDraft } from "../../lib/use-draft.ts";
import { GateForm, GateLayout } from "./gate-layout.tsx";
import { PasswordField } from "../../components/password-field.tsx";
import { linkToken, useEntry } from "./use-entry.ts";
import { NOBODY, whoGiven, WhoFields } from "./who-fields.tsx";

export function ClaimPage(): ComponentChildren {
  const form = useDraft("claim", NOBODY);
  const [token, setToken] = useState(linkToken);
  const [password, setPassword] = useState("");
  const entry = useEntry(async () => {
    const me = await signalbox.auth.claim({
      token: token.trim(),
      ...whoGiven(form.value),
      password,
    });
    form.discard();
    return me;
  });
  return (
    <GateLayout title="Claim this installation">
      <p className="soft">
        The first start printed a claim token and an API key in the terminal. Either of them proves that the
        machine is yours.
      </p>
      <GateForm verb="Claim" isBusy={entry.isBusy} error={entry.error} onSubmit={() => entry.run()}>
        <TextField label="Claim token or first API key" value={token} onChange={setToken} isRequired />
        <WhoFields value={form.value} onChange={form.set} error={entry.error} />
        <PasswordField
          label="Password"
          value={password}
          onChange={setPassword}
          error={faultOf(entry.error, "password")}
          isNew
        />
      </GateForm>
      <Link href="/">Back to sign-in</Link>
    </GateLayout>
  );
}
