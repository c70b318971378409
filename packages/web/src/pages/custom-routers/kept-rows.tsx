// The rows kept of the evaluations, so that the router can be trained again, and the way to delete it.
import type { CustomRouter } from "@signalbox/sdk";
import { useQueryClient } from "@tanstack/preact-query";
import type { ComponentChildren } from "preact";

import { signalbox } from "../../api/client.ts";
import { ROUTER_KEYS } from "../../api/queries/lists.ts";
import { useAction } from "../../api/use-action.ts";
import { Button } from "../../components/button.tsx";
import { FormError } from "../../components/form-error.tsx";
import { showToast } from "../../components/toasts.tsx";
import { count } from "../../lib/format.ts";
import { useRights } from "../../session/session.ts";
import { isWorking } from "./router-status.tsx";

export function KeptRows({ router }: { readonly router: CustomRouter }): ComponentChildren {
  const client = useQueryClient();
  const { canWrite } = useRights();
  const forget = useAction(() => signalbox.customRouters.forgetRows(router.id), {
    onDone: (next) => {
      client.setQueryData(ROUTER_KEYS.one(router.id), next);
      showToast("The rows are deleted.");
    },
  });
  if (router.kept_rows === 0) return null;
  return (
    <div className="row">
      <span className="soft">{count(router.kept_rows)} rows are kept, to train it again from.</span>
      {canWrite && !isWorking(router) ? (
        <Button kind="plain" isBusy={forget.isBusy} onClick={() => forget.run()}>
          Delete the rows
        </Button>
      ) : null}
      <FormError error={forget.error} />
    </div>
  );
}

interface TrainAgainProps {
  readonly router: CustomRouter;
  readonly onDone: (next: CustomRouter) => void;
}

export function TrainAgain({ router, onDone }: TrainAgainProps): ComponentChildren {
  const client = useQueryClient();
  const again = useAction(() => signalbox.customRouters.trainAgain(router.id), {
    onDone: (next) => {
      client.removeQueries({ queryKey: ROUTER_KEYS.report(router.id) });
      onDone(next);
    },
  });
  if (isWorking(router) || router.kept_rows === 0) return null;
  return (
    <>
      <Button
        kind={router.needs_training ? "primary" : "plain"}
        isBusy={again.isBusy}
        onClick={() => again.run()}
      >
        Train again
      </Button>
      <FormError error={again.error} />
    </>
  );
}
