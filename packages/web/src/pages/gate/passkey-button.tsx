import type { ReactNode } from "react";

import { signalbox } from "../../api/client.ts";
import { Button } from "../../components/button.tsx";
import { FormError } from "../../components/form-error.tsx";
import { getPasskey } from "../../lib/passkeys.ts";
import { useEntry } from "./use-entry.ts";

export function PasskeyButton(): ReactNode {
  const entry = useEntry(async () => {
    const { options } = await signalbox.auth.startPasskeySignIn();
    return signalbox.auth.signInWithPasskey({ credential: await getPasskey(options) });
  });
  return (
    <>
      <Button isBusy={entry.isBusy} onClick={() => entry.run()}>
        Use a passkey
      </Button>
      <FormError error={entry.error} />
    </>
  );
}
