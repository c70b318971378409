// The pages that make an account: the same questions to the first visitor and to everybody who signs up.
import type { Me } from "@signalbox/sdk";
import { useState } from "preact/hooks";
import type { ComponentChildren } from "preact";
import { Link } from "wouter-preact";

import { signalbox } from "../../api/client.ts";
import { useAuthOptions } from "../../api/queries/lists.ts";
import { TextField } from "../../components/field.tsx";
import { faultOf, Form } from "../../components/form-error.tsx";
import { PasswordField } from "../../components/password-field.tsx";
import { useDraft } from "../../lib/use-draft.ts";
import { filled } from "../../lib/values.ts";
import { GATE_FIELDS, GateLayout } from "./gate-layout.tsx";
import { linkToken, useEntry } from "./use-entry.ts";
import { SAY } from "../../lib/phrases.ts";

interface Who {
  readonly email: string;
  readonly name: string;
  readonly organisation: string;
}

const NOBODY: Who = { email: "", name: "", organisation: "" };

/** As the service takes it: what was left empty is left out. */
function whoGiven({ email, name, organisation }: Who) {
  return {
    email: email.trim(),
    ...(filled(name) !== undefined && { name: name.trim() }),
    ...(filled(organisation) !== undefined && { organisation: organisation.trim() }),
  };
}

type Given = ReturnType<typeof whoGiven> & { readonly password: string };

interface Props {
  readonly draft: string;
  readonly verb: string;
  readonly enter: (given: Given) => Promise<Me>;
  /** Fields before those of the person. */
  readonly children?: ComponentChildren;
}

function WhoForm({ draft, verb, enter, children }: Props): ComponentChildren {
  const form = useDraft(draft, NOBODY);
  const [password, setPassword] = useState("");
  const entry = useEntry(async () => {
    const me = await enter({ ...whoGiven(form.value), password });
    form.discard();
    return me;
  });
  return (
    <Form action={entry} verb={verb} shown={GATE_FIELDS}>
      {children}
      <TextField
        label="Email"
        type="email"
        autoComplete="username"
        value={form.value.email}
        onChange={(email) => form.set({ ...form.value, email })}
        error={faultOf(entry.error, "email")}
        isRequired
      />
      <TextField
        label="Your name"
        autoComplete="name"
        value={form.value.name}
        maxLength={200}
        onChange={(name) => form.set({ ...form.value, name })}
      />
      <TextField
        label="Organisation"
        autoComplete="organization"
        value={form.value.organisation}
        maxLength={200}
        onChange={(organisation) => form.set({ ...form.value, organisation })}
      />
      <PasswordField
        label="Password"
        value={password}
        onChange={setPassword}
        error={faultOf(entry.error, "password")}
        isNew
      />
    </Form>
  );
}

export function ClaimPage(): ComponentChildren {
  const [token, setToken] = useState(linkToken);
  return (
    <GateLayout title="Claim this installation">
      <p className="soft">
        The first start printed a claim token and an API key in the terminal. Either of them proves that the
        machine is yours.
      </p>
      <WhoForm
        draft="claim"
        verb="Claim"
        enter={(given) => signalbox.auth.claim({ token: token.trim(), ...given })}
      >
        <TextField label="Claim token or first API key" value={token} onChange={setToken} isRequired />
      </WhoForm>
      <Link href="/">{SAY.toSignIn}</Link>
    </GateLayout>
  );
}

export function SignUpPage(): ComponentChildren {
  const isClosed = useAuthOptions().data?.sign_up_open === false;
  return (
    <GateLayout title={SAY.createAccount}>
      {isClosed ? (
        <p>Sign-up is closed on this installation. Ask an owner for an invitation.</p>
      ) : (
        <WhoForm draft="sign-up" verb="Create account" enter={(given) => signalbox.auth.signUp(given)} />
      )}
      <Link href="/">{isClosed ? SAY.toSignIn : "I have an account"}</Link>
    </GateLayout>
  );
}
