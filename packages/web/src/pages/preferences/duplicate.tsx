import type { Preference } from "@signalbox/sdk";
import { useQueryClient } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useLocation } from "wouter";

import { signalbox } from "../../api/client.ts";
import { PREFERENCE_KEYS } from "../../api/queries/lists.ts";
import { useAction } from "../../api/use-action.ts";
import { Button } from "../../components/button.tsx";
import { FormError } from "../../components/form-error.tsx";
import { showToast } from "../../components/toasts.tsx";
import { useRights } from "../../session/session.ts";

const SUFFIX = " (copy)";
/** As long as a name may be. */
const NAME_CHARS_MAX = 200;

/** A safe copy to work on: the same policy under a name of its own, used by no request yet. */
export function Duplicate({ preference }: { readonly preference: Preference }): ReactNode {
  const { canWrite } = useRights();
  const client = useQueryClient();
  const [, navigate] = useLocation();
  const { experiment: _experiment, ...policy } = preference.policy;
  const name = `${preference.name.slice(0, NAME_CHARS_MAX - SUFFIX.length)}${SUFFIX}`;
  const copy = useAction(() => signalbox.preferences.create({ name, policy }), {
    onDone: ({ id }) => {
      void client.invalidateQueries({ queryKey: PREFERENCE_KEYS.all });
      navigate(`/preferences/${id}`);
      showToast("This is the copy. Requests go by it once they name its id.");
    },
  });
  if (!canWrite) return null;
  return (
    <>
      <FormError error={copy.error} />
      <Button isBusy={copy.isBusy} onClick={() => copy.run()}>
        Duplicate
      </Button>
    </>
  );
}
