// In place of every page, for people who are signed in but lack what the installation or the organisation asks for.
import { useQueryClient } from "@tanstack/preact-query";
import { useState } from "preact/hooks";
import type { ComponentChildren } from "preact";
import type { Me } from "@signalbox/sdk";

import { signalbox } from "../../api/client.ts";
import { ME_KEY } from "../../api/queries/lists.ts";
import { useAction } from "../../api/use-action.ts";
import { Button } from "../../components/button.tsx";
import { FormError } from "../../components/form-error.tsx";
import { useMe, useSessionChange } from "../../session/session.ts";
import { SecondFactorPanel } from "../settings/second-factor-panel.tsx";
import { GateLayout } from "./gate-layout.tsx";

interface Props {
  readonly me: Me;
}

export function BarredPage(): ComponentChildren {
  const me = useMe();
  const change = useSessionChange();
  const signOut = useAction(() => signalbox.auth.signOut(), { onDone: () => change(null) });
  return (
    <GateLayout title="One more step">
      {me.lacks_verified_email ? (
        <Unverified me={me} />
      ) : me.lacks_single_sign_on ? (
        <WrongWayIn />
      ) : (
        <>
          <p className="soft">
            Your organisation requires a second factor of everybody who signs in by password.
          </p>
          <SecondFactorPanel />
        </>
      )}
      <FormError error={signOut.error} />
      <Button kind="quiet" isBusy={signOut.isBusy} onClick={() => signOut.run()}>
        Sign out
      </Button>
    </GateLayout>
  );
}

function Unverified({ me }: Props): ComponentChildren {
  const client = useQueryClient();
  const [isSent, setIsSent] = useState(false);
  const resend = useAction(() => signalbox.auth.resendVerification(), { onDone: () => setIsSent(true) });
  return (
    <>
      <p className="soft">
        Open the link that was mailed to <strong dir="auto">{me.user.email}</strong>. It proves that the
        address is yours.
      </p>
      {isSent ? (
        <div className="banner" data-tone="clear" role="status">
          Another link is on its way. The earlier one has ended.
        </div>
      ) : null}
      <FormError error={resend.error} />
      <Button kind="primary" onClick={() => void client.invalidateQueries({ queryKey: ME_KEY })}>
        I have opened it
      </Button>
      <Button isBusy={resend.isBusy} onClick={() => resend.run()}>
        Send another link
      </Button>
    </>
  );
}

function WrongWayIn(): ComponentChildren {
  return (
    <>
      <p className="soft">
        Your organisation requires single sign-on of your address. What you signed in with is not enough for
        it.
      </p>
      <a className="button" href={signalbox.auth.oidcStartUrl()}>
        Sign in through the provider
      </a>
    </>
  );
}
