// In place of every page, for people who are signed in but lack what the installation or the organisation asks for.
import type { ComponentChildren } from "preact";

import { signalbox } from "../../api/client.ts";
import { useAction } from "../../api/use-action.ts";
import { Button } from "../../components/button.tsx";
import { FormError } from "../../components/form-error.tsx";
import { useMe, useSessionChange } from "../../session/session.ts";
import { SecondFactorPanel } from "../settings/second-factor-panel.tsx";
import { GateLayout } from "./gate-layout.tsx";

export function BarredPage(): ComponentChildren {
  const me = useMe();
  const change = useSessionChange();
  const signOut = useAction(() => signalbox.auth.signOut(), { onDone: () => change(null) });
  return (
    <GateLayout title="One more step">
      {me.lacks_single_sign_on ? (
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
