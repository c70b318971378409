import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import { Link, useSearch } from "wouter-preact";
import { signalbox } from "../../api/client.ts";
import { useEntry } from "./use-entry.ts";
import { TextField } from "../../components/field.tsx";
import { Form } from "../../components/form-error.tsx";
import { ErrorPanel } from "../../components/states.tsx";
import { useDraft } from "../../lib/use-draft.ts";
import { CodeField, untilCode } from "./code-field.tsx";
import { GATE_FIELDS, GateLayout } from "./gate-layout.tsx";
import { PasswordField } from "../../components/password-field.tsx";
import { hasSessionEnded } from "../../session/session.ts";
import { useAuthOptions } from "../../api/queries/lists.ts";
import type { SingleSignOnFault } from "@signalbox/sdk";
import { SAY } from "../../lib/phrases.ts";

// Why single sign-on failed, as the service says it in the address of the sign-in page, and what helps.

interface Words {
  readonly title: string;
  readonly help: string;
  readonly tone: "caution" | "stop";
}

const WORDS: Readonly<Record<SingleSignOnFault, Words>> = {
  cancelled: {
    title: "You turned back at the provider",
    help: "Nothing was changed. Sign in with it again, or with your password.",
    tone: "caution",
  },
  expired: {
    title: "That sign-in took too long",
    help: "It was begun more than ten minutes ago, or in another browser. Begin again here.",
    tone: "caution",
  },
  not_confirmed: {
    title: "The provider did not confirm who you are",
    help: "Begin again. If this keeps happening, the operator of this installation finds the reason in its log.",
    tone: "stop",
  },
  email_unverified: {
    title: "Your email address is not verified",
    help: "The provider does not vouch for it. Verify it there and begin again, or sign in with your password.",
    tone: "stop",
  },
  password_first: {
    title: "This address has a password here",
    help: "Sign in with it once, then open single sign-on from the same browser: that joins the two. If the password is not yours, reset it first.",
    tone: "caution",
  },
  sign_up_closed: {
    title: "You have no account here yet",
    help: "Sign-up is closed on this installation. Ask an owner to invite the address that the provider knows.",
    tone: "stop",
  },
  other_domain: {
    title: "You have no account here yet",
    help: "Accounts are opened for addresses of certain domains alone. Ask an owner to invite the address that the provider knows.",
    tone: "stop",
  },
  other_address: {
    title: "The invitation is for another address",
    help: "Sign in at the provider as the person who was invited, or ask an owner to invite the address that the provider knows.",
    tone: "stop",
  },
  ask_operator: {
    title: "This address has an account here",
    help: "The account was never verified. Ask the operator of this installation to let you in.",
    tone: "stop",
  },
  provider_unreachable: {
    title: "The provider does not answer",
    help: "Try again in a moment, or sign in with your password.",
    tone: "stop",
  },
  not_configured: {
    title: "Single sign-on is not set up here",
    help: "Sign in with your email address and password.",
    tone: "caution",
  },
  internal: {
    title: "The sign-in failed in the service",
    help: "Begin again. If this keeps happening, the operator of this installation finds the reason in its log.",
    tone: "stop",
  },
};

const isKnown = (word: string): word is SingleSignOnFault => Object.hasOwn(WORDS, word);

/** @param word `error` of the address; one that a newer service may say is shown as a fault of the service. */
export function FaultBanner({ word }: { readonly word: string }): ComponentChildren {
  const { title, help, tone } = WORDS[isKnown(word) ? word : "internal"];
  return (
    <div className="banner" data-tone={tone} role="alert">
      <div>
        <strong>{title}.</strong> {help}
      </div>
    </div>
  );
}

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
      {fault === null || entry.isBusy || entry.error !== undefined ? null : <FaultBanner word={fault} />}
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
      <Form action={untilCode(entry, code)} verb="Sign in" shown={GATE_FIELDS}>
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
      </Form>
      {options.data?.oidc_enabled === true ? (
        <a className="button" href={signalbox.auth.oidcStartUrl()}>
          Sign in with {options.data.oidc_label ?? "your organisation"}
        </a>
      ) : null}
      <p className="row">
        <Link href="/forgot">Forgot the password?</Link>
        {options.data?.sign_up_open === true ? <Link href="/sign-up">{SAY.createAccount}</Link> : null}
      </p>
    </GateLayout>
  );
}
