import type { CustomRouter, CustomRouterDetail, CustomRouterReport } from "@signalbox/sdk";
import type { ComponentChildren } from "preact";

import { signalbox } from "../../api/client.ts";
import { ConfirmDialog } from "../../components/confirm-dialog.tsx";
import { intervalWords, percent, signedPoints } from "../../lib/format.ts";

interface Props {
  readonly router: CustomRouterDetail;
  readonly onClose: () => void;
  readonly onDone: (router: CustomRouter) => void;
}

/** Switching on reaches real traffic, so what the held-out rows say stands beside the button. */
export function SwitchOnDialog({ router, onClose, onDone }: Props): ComponentChildren {
  return (
    <ConfirmDialog
      title={`Switch “${router.name}” on`}
      verb="Switch it on"
      kind="primary"
      onClose={onClose}
      onConfirm={async () => onDone(await signalbox.customRouters.update(router.id, { state: "on" }))}
    >
      {router.report === null ? null : <p>{verdictOf(router.report)}</p>}
      <p>
        {router.preference_id === null
          ? "A new preference carries it. Calls that name the preference are routed by it, and no others."
          : "Calls that name its preference are routed by it from the next one on."}{" "}
        Switching it off brings the shipped router back.
      </p>
    </ConfirmDialog>
  );
}

type Point = CustomRouterReport["router"];

const rangeOf = ({ score_mean: mean, low, high }: Point): string =>
  intervalWords({ mean, low, high }, (value) => percent(value, 1));

export function verdictOf(report: CustomRouterReport): string {
  const { router, shipped, gain, rows_held_out: rows } = report;
  if (shipped === null) return `On ${rows} rows it has not seen it reaches ${rangeOf(router)}.`;
  if (gain.low === 0 && gain.high === 0)
    return `On ${rows} rows neither has seen it scores as the shipped router on every one (${percent(router.score_mean, 1)}): switching it on changes nothing there.`;
  const difference = intervalWords(gain, signedPoints);
  const found =
    gain.low > 0 || gain.high < 0 ? "more than chance explains" : "so few rows do not tell them apart";
  return `On ${rows} rows neither has seen it reaches ${rangeOf(router)}, the shipped router ${rangeOf(shipped)}: ${difference}, ${found}.`;
}
