import type { DecisionDetail } from "@signalbox/sdk";
import { useQuery } from "@tanstack/preact-query";
import type { ComponentChildren } from "preact";
import { useParams } from "wouter-preact";

import { signalbox } from "../../api/client.ts";
import { DECISION_KEYS } from "../../api/queries/lists.ts";
import { CostQualityPlot } from "../../charts/cost-quality-plot.tsx";
import { Badge } from "../../components/badge.tsx";
import { CodeBlock } from "../../components/copy-button.tsx";
import { PageHeader } from "../../components/page-header.tsx";
import { Panel } from "../../components/panel.tsx";
import { RankingTable, RejectedList } from "../../components/ranking-table.tsx";
import { ErrorPanel, Skeleton } from "../../components/states.tsx";
import { ChainPanel } from "./chain-panel.tsx";
import { turnsLeftOut, turnsOf } from "./conversation.ts";
import { DecisionActions } from "./decision-actions.tsx";
import { DecisionFacts } from "./decision-facts.tsx";
import { FeedbackPanel } from "./feedback-panel.tsx";
import { lastView } from "./saved-views.tsx";

const crumb = () => ({ href: lastView(), label: "Decisions" });

export function DecisionPage(): ComponentChildren {
  const { id } = useParams<{ id: string }>();
  const decision = useQuery({
    queryKey: DECISION_KEYS.one(id),
    queryFn: ({ signal }) => signalbox.decisions.get(id, { signal }),
  });
  if (decision.isError)
    return (
      <>
        <PageHeader title="Decision" crumb={crumb()} />
        <ErrorPanel error={decision.error} onRetry={() => void decision.refetch()} />
      </>
    );
  if (decision.data === undefined)
    return (
      <>
        <PageHeader title="Decision" crumb={crumb()} />
        <Skeleton />
      </>
    );
  return <Loaded decision={decision.data} />;
}

function Loaded({ decision }: { readonly decision: DecisionDetail }): ComponentChildren {
  const { explanation } = decision;
  const isRefused = decision.label === "";
  const points = explanation.ranking.map((one) => ({ ...one, cost: one.usd }));
  return (
    <>
      <PageHeader
        title={isRefused ? "Refused" : decision.label}
        crumb={crumb()}
        actions={<DecisionActions decision={decision} />}
      >
        {explanation.summary}
      </PageHeader>
      <div className="grid-aside">
        <div className="stack-4">
          {explanation.degraded ? (
            <div className="banner" data-tone="caution">
              <strong>Degraded.</strong> {explanation.degraded_reasons.join(" ")}
            </div>
          ) : null}
          {isRefused ? null : (
            <>
              <Panel title="Why this one" isFlush>
                <RankingTable ranking={explanation.ranking} pickedLabel={decision.label} />
              </Panel>
              <CostQualityPlot
                title="Cost and quality"
                fileName={`decision-${decision.session_id}`}
                points={points}
                pickedLabel={decision.label}
                unit="usd"
              />
            </>
          )}
          {explanation.rejected.length === 0 ? null : (
            <Panel title={isRefused ? "Why every candidate was rejected" : "Rejected"} isFlush>
              <RejectedList rejected={explanation.rejected} />
            </Panel>
          )}
          <TextPanel decision={decision} />
        </div>
        <aside className="stack-4" aria-label="About this decision">
          {isRefused ? null : <FeedbackPanel decision={decision} />}
          <DecisionFacts decision={decision} />
          <ChainPanel sessionId={decision.session_id} />
        </aside>
      </div>
    </>
  );
}

function TextPanel({ decision }: { readonly decision: DecisionDetail }): ComponentChildren {
  const leftOut = turnsLeftOut(decision.text);
  return (
    <Panel
      title="Request"
      actions={decision.text === null ? <Badge>text not kept</Badge> : <Badge tone="info">text kept</Badge>}
    >
      {leftOut === 0 ? null : <p className="hint">{leftOut} older messages were too long to keep.</p>}
      <ol className="turns">
        {turnsOf(decision.text).map((turn, index) => (
          <li key={index} className="turn">
            <span className="plate">{turn.role}</span>
            <p dir="auto">{turn.content}</p>
          </li>
        ))}
      </ol>
      <details>
        <summary>The request without its text</summary>
        <CodeBlock label="Request without its text" text={JSON.stringify(decision.request, null, 2)} />
      </details>
    </Panel>
  );
}
