import { useState } from "react";
import type { ReactNode } from "react";
import { Link } from "wouter";

import { signalbox } from "../../api/client.ts";
import { TextField } from "../../components/field.tsx";
import { faultOf } from "../../components/form-error.tsx";
import { filled } from "../../lib/filled.ts";
import { useDraft } from "../../lib/use-draft.ts";
import { GateForm } from "./gate-form.tsx";
import { GateLayout } from "./gate-layout.tsx";
import { PasswordField } from "../../components/password-field.tsx";
import { useEntry } from "./use-entry.ts";
import { useAuthOptions } from "../../api/queries/auth-options.ts";

const EMPTY = { email: "", name: "", organisation: "" };

export function SignUpPage(): ReactNode {
  const options = useAuthOptions();
  const form = useDraft("sign-up", EMPTY);
  const [password, setPassword] = useState("");
  const { email, name, organisation } = form.value;
  const entry = useEntry(async () => {
    const me = await signalbox.auth.signUp({
      email: email.trim(),
      password,
      ...(filled(name) !== undefined && { name: name.trim() }),
      ...(filled(organisation) !== undefined && { organisation: organisation.trim() }),
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
        <TextField
          label="Email"
          type="email"
          autoComplete="username"
          value={email}
          onChange={(value) => form.set({ ...form.value, email: value })}
          error={faultOf(entry.error, "email")}
          isRequired
        />
        <TextField
          label="Your name"
          autoComplete="name"
          value={name}
          maxLength={200}
          onChange={(value) => form.set({ ...form.value, name: value })}
        />
        <TextField
          label="Organisation"
          autoComplete="organization"
          value={organisation}
          maxLength={200}
          onChange={(value) => form.set({ ...form.value, organisation: value })}
        />
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
