import { SignalboxApiError, type Invitation } from "@signalbox/sdk";
import { useState } from "preact/hooks";
import type { ComponentChildren } from "preact";
import { useQuery } from "@tanstack/preact-query";
import { Link } from "wouter-preact";

import { signalbox } from "../../api/client.ts";
import { useAuthOptions } from "../../api/queries/lists.ts";
import { useAction } from "../../api/use-action.ts";
import { TextField } from "../../components/field.tsx";
import { Button } from "../../components/button.tsx";
import { faultOf, FormError, Form } from "../../components/form-error.tsx";
import { Answered } from "../../components/states.tsx";
import { roleRights, SAY } from "../../lib/phrases.ts";
import { useDraft } from "../../lib/use-draft.ts";
import { CodeField, untilCode } from "./code-field.tsx";
import { GATE_FIELDS, GateLayout } from "./gate-layout.tsx";
import { PasswordField } from "../../components/password-field.tsx";
import { filled } from "../../lib/values.ts";
import { linkToken, useEntry } from "./use-entry.ts";

/** Null for a link that opens nothing: that is no end of the session of this browser. */
async function readInvitation(token: string): Promise<Invitation | null> {
  try {
    return token === "" ? null : await signalbox.auth.openInvite({ token });
  } catch (error) {
    if (error instanceof SignalboxApiError && error.status === 401) return null;
    throw error;
  }
}

export function InvitePage(): ComponentChildren {
  const [token] = useState(linkToken);
  const invitation = useQuery({
    queryKey: ["invitation", token],
    queryFn: () => readInvitation(token),
    // It works once: the page keeps what it read before.
    staleTime: Infinity,
  });
  return (
    <GateLayout title={`Join ${invitation.data?.organisation ?? "an organisation"}`}>
      <Answered query={invitation} rows={3}>
        {(data) =>
          data === null ? (
            <div className="banner" data-tone="stop" role="alert">
              {token === ""
                ? "This link is not complete. Open it from the invitation again."
                : "This invitation has been used or has expired. Ask for a new one."}
            </div>
          ) : (
            <>
              <p className="soft">{invitationWords(data)}</p>
              <JoinForm token={token} />
            </>
          )
        }
      </Answered>
      <Link href="/">{SAY.toSignIn}</Link>
    </GateLayout>
  );
}

const invitationWords = ({ organisation, invited_by: host, email, role }: Invitation): ComponentChildren => (
  <>
    {host === null ? (
      "You are invited"
    ) : (
      <>
        <bdi>{host}</bdi> invites you
      </>
    )}{" "}
    to join <bdi>{organisation}</bdi>. You sign in as <bdi>{email}</bdi>. {roleRights(role)}
  </>
);

function JoinForm({ token }: { readonly token: string }): ComponentChildren {
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
  const provider = useAction(() => signalbox.auth.openInvite({ token, keep: true }), {
    onDone: () => globalThis.location.assign(signalbox.auth.oidcStartUrl()),
  });
  return (
    <>
      <p className="soft">If you have an account here, confirm with your password; otherwise choose one.</p>
      <Form action={untilCode(entry, code)} verb="Join" shown={GATE_FIELDS}>
        <TextField label="Your name" autoComplete="name" value={name.value} onChange={name.set} />
        <PasswordField
          label="Password"
          value={password}
          onChange={setPassword}
          error={faultOf(entry.error, "password")}
          isNew
        />
        <CodeField error={entry.error} value={code} onChange={setCode} />
      </Form>
      {options.data?.oidc_enabled === true ? (
        <>
          <FormError error={provider.error} />
          <Button isBusy={provider.isBusy} onClick={() => provider.run()}>
            Join with {options.data.oidc_label ?? "your organisation"}
          </Button>
        </>
      ) : null}
    </>
  );
}
