import type { ReactNode } from "react";

import { signalbox } from "../../api/client.ts";
import { useAction } from "../../api/use-action.ts";
import { Button } from "../../components/button.tsx";
import { FormError } from "../../components/form-error.tsx";
import { useSessionChange } from "../../session/session.ts";
import { SecondFactorPanel } from "../settings/second-factor-panel.tsx";
import { GateLayout } from "./gate-layout.tsx";

/** In place of every page, for members who signed in without the second factor that the organisation requires. */
export function SecondFactorPage(): ReactNode {
  const change = useSessionChange();
  const signOut = useAction(() => signalbox.auth.signOut(), { onDone: () => change(null) });
  return (
    <GateLayout title="One more step">
      <p className="soft">
        Your organisation requires a second factor of everybody who signs in by password.
      </p>
      <SecondFactorPanel />
      <FormError error={signOut.error} />
      <Button kind="quiet" isBusy={signOut.isBusy} onClick={() => signOut.run()}>
        Sign out
      </Button>
    </GateLayout>
  );
}
