import type { DecisionDetail, FeedbackReport } from "@signalbox/sdk";
import { useQueryClient } from "@tanstack/preact-query";
import type { ComponentChildren } from "preact";

import { signalbox } from "../../api/client.ts";
import { useAction } from "../../api/use-action.ts";
import { DECISION_KEYS } from "../../api/queries/lists.ts";
import { useRights } from "../../session/session.ts";
import { Button } from "../../components/button.tsx";
import { FormError } from "../../components/form-error.tsx";
import { Panel } from "../../components/panel.tsx";
import { shortTime, usd } from "../../lib/format.ts";
import { feedbackWords } from "./decision-columns.tsx";

type Report = Omit<FeedbackReport, "session_id" | "label">;

export function FeedbackPanel({ decision }: { readonly decision: DecisionDetail }): ComponentChildren {
  const client = useQueryClient();
  const { canWrite } = useRights();
  const { session_id, label } = decision;
  const report = useAction((body: Report) => signalbox.feedback({ session_id, label, ...body }), {
    onDone: () => {
      void client.invalidateQueries({ queryKey: DECISION_KEYS.all });
    },
  });
  const standing = decision.feedback.filter((one) => !one.withdrawn);
  return (
    <Panel title="Feedback">
      {standing.length === 0 ? <p className="soft">No feedback on this answer yet.</p> : null}
      <ul className="list">
        {standing.map((one) => (
          <li key={`${one.label}${one.received_at}`}>
            <strong>{feedbackWords(one.value)}</strong> <span dir="auto">{one.label}</span>{" "}
            <span className="small faint">
              {shortTime(one.received_at)}
              {one.corrections > 0 ? `, corrected ${one.corrections} times` : ""}
              {one.usage?.usd === undefined ? "" : `, billed ${usd(one.usage.usd)}`}
            </span>
          </li>
        ))}
      </ul>
      {canWrite ? (
        <div className="row">
          <Button isBusy={report.isBusy} onClick={() => report.run({ value: "up" })}>
            Good answer
          </Button>
          <Button isBusy={report.isBusy} onClick={() => report.run({ value: "down" })}>
            Bad answer
          </Button>
          {standing.length === 0 ? null : (
            <Button kind="quiet" isBusy={report.isBusy} onClick={() => report.run({ withdraw: true })}>
              Withdraw
            </Button>
          )}
        </div>
      ) : null}
      <FormError error={report.error} />
    </Panel>
  );
}
