import { useState } from "react";
import type { ReactNode } from "react";
import { Link } from "wouter";

import { signalbox } from "../../api/client.ts";
import { TextField } from "../../components/field.tsx";
import { faultOf } from "../../components/form-error.tsx";
import { useDraft } from "../../lib/use-draft.ts";
import { GateForm } from "./gate-form.tsx";
import { GateLayout } from "./gate-layout.tsx";
import { PasswordField } from "../../components/password-field.tsx";
import { filled } from "../../lib/filled.ts";
import { linkToken, useEntry } from "./use-entry.ts";

const EMPTY = { email: "", name: "", organisation: "" };

export function ClaimPage(): ReactNode {
  const form = useDraft("claim", EMPTY);
  const [token, setToken] = useState(linkToken);
  const [password, setPassword] = useState("");
  const { email, name, organisation } = form.value;
  const entry = useEntry(async () => {
    const me = await signalbox.auth.claim({
      token: token.trim(),
      email: email.trim(),
      password,
      ...(filled(name) !== undefined && { name: name.trim() }),
      ...(filled(organisation) !== undefined && { organisation: organisation.trim() }),
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
      <Link href="/">Back to sign-in</Link>
    </GateLayout>
  );
}
