// First steps: key, first request, first decision seen, and what comes after. The page watches for the decision and says when it
// arrived.
import type { DecisionSummary } from "@signalbox/sdk";
import { useQuery } from "@tanstack/preact-query";
import { useState } from "preact/hooks";
import type { ComponentChildren } from "preact";

import { signalbox } from "../../api/client.ts";
import { DECISION_KEYS } from "../../api/queries/lists.ts";
import { LinkButton } from "../../components/button.tsx";
import { PageHeader } from "../../components/page-header.tsx";
import { CallTabs } from "./call-tabs.tsx";
import { KeyStep } from "./key-step.tsx";
import type { GuideKey } from "./key-step.tsx";
import { NextSteps } from "./next-steps.tsx";

const WATCH_MS = 2000;

export function GuidePage(): ComponentChildren {
  return (
    <>
      <PageHeader title="First steps">From nothing to the first decision, in about a minute.</PageHeader>
      <Guide />
    </>
  );
}

export function Guide(): ComponentChildren {
  const [key, setKey] = useState<GuideKey>();
  const first = useQuery({
    queryKey: DECISION_KEYS.first,
    queryFn: ({ signal }) => signalbox.decisions.list({ limit: 1 }, { signal }),
    refetchInterval: (query) => (query.state.data?.data.length === 1 ? false : WATCH_MS),
  });
  const decision = first.data?.data[0];
  const hasDecision = decision !== undefined;
  const hasKey = key !== undefined || hasDecision;
  return (
    <section className="panel" aria-label="First steps">
      <div className="panel-body">
        <ol className="steps">
          <Step number={1} title="Take a key" isDone={hasKey} isCurrent={!hasKey}>
            <KeyStep chosen={key} onChoose={setKey} />
          </Step>
          <Step
            number={2}
            title="Ask which model to call"
            isDone={hasDecision}
            isCurrent={hasKey && !hasDecision}
          >
            <p>Run one of these. Each asks about one question; put your own conversation in.</p>
            <CallTabs secret={key?.secret} />
          </Step>
          <Step number={3} title="See the decision" isDone={hasDecision} isCurrent={false}>
            <SeeDecision decision={decision} />
          </Step>
          {hasDecision ? (
            <Step number={4} title="Make it better" isDone={false} isCurrent>
              <NextSteps />
            </Step>
          ) : null}
        </ol>
      </div>
    </section>
  );
}

function SeeDecision({ decision }: { readonly decision: DecisionSummary | undefined }): ComponentChildren {
  if (decision === undefined)
    return (
      <p className="live" data-state="on" role="status">
        Waiting for the first decision. This page notices it by itself.
      </p>
    );
  return (
    <div className="row" role="status">
      <span>
        Picked <strong>{decision.label}</strong>.
      </span>
      <LinkButton href={`/decisions/${decision.session_id}`} kind="primary">
        See why
      </LinkButton>
    </div>
  );
}

interface StepProps {
  readonly number: number;
  readonly title: string;
  readonly isDone: boolean;
  readonly isCurrent: boolean;
  readonly children: ComponentChildren;
}

function Step(props: StepProps): ComponentChildren {
  return (
    <li
      className="step"
      data-done={props.isDone}
      data-current={props.isCurrent}
      aria-current={props.isCurrent ? "step" : undefined}
    >
      <span className="step-mark" aria-hidden="true">
        {props.isDone ? "✓" : props.number}
      </span>
      <div className="stack">
        <h2>
          {props.title}
          {props.isDone ? <span className="visually-hidden"> (done)</span> : null}
        </h2>
        {props.children}
      </div>
    </li>
  );
}
