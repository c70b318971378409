import { useQueryClient } from "@tanstack/preact-query";
import { useState } from "preact/hooks";
import type { ComponentChildren } from "preact";
import { Link } from "wouter-preact";

import { signalbox } from "../../api/client.ts";
import { ME_KEY } from "../../api/queries/lists.ts";
import { useAction } from "../../api/use-action.ts";
import { GateForm, GateLayout } from "./gate-layout.tsx";
import { linkToken } from "./use-entry.ts";

/**
 * Behind the link of a mail that verifies an address. It waits for a click: programs that look into mail open links too, and
 * the link works once.
 */
export function VerifyPage(): ComponentChildren {
  const client = useQueryClient();
  const [token] = useState(linkToken);
  const [verified, setVerified] = useState<string>();
  const verify = useAction(() => signalbox.auth.verifyEmail(token), {
    onDone: ({ email }) => {
      setVerified(email);
      void client.invalidateQueries({ queryKey: ME_KEY });
    },
  });
  return (
    <GateLayout title="Confirm your address">
      {verified !== undefined ? (
        <div className="banner" data-tone="clear" role="status">
          {verified} is verified.
        </div>
      ) : token === "" ? (
        <div className="banner" data-tone="stop" role="alert">
          This link is not complete. Open it from the mail again, or sign in and ask for another one.
        </div>
      ) : (
        <GateForm verb="It is mine" isBusy={verify.isBusy} error={verify.error} onSubmit={() => verify.run()}>
          <p className="soft">Confirm that the address to which this link was mailed is yours.</p>
        </GateForm>
      )}
      <Link href="/">To the dashboard</Link>
    </GateLayout>
  );
}
