// First steps: key, first request, first decision seen. The page watches for the decision and says when it arrived.
import type { DecisionSummary } from "@signalbox/sdk";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { ReactNode } from "react";

import { signalbox } from "../../api/client.ts";
import { useAction } from "../../api/use-action.ts";
import { DECISION_KEYS } from "../../api/queries/decisions.ts";
import { useRights } from "../../session/session.ts";
import { Button } from "../../components/button.tsx";
import { CodeBlock } from "../../components/code-block.tsx";
import { FormError } from "../../components/form-error.tsx";
import { LinkButton } from "../../components/link-button.tsx";
import { PageHeader } from "../../components/page-header.tsx";
import { firstCall } from "../../lib/snippets.ts";
import { Secret } from "../../components/secret.tsx";
import { Step } from "./step.tsx";

const WATCH_MS = 2000;

export function GuidePage(): ReactNode {
  return (
    <>
      <PageHeader title="First steps">From nothing to the first decision, in about a minute.</PageHeader>
      <Guide />
    </>
  );
}

export function Guide(): ReactNode {
  const [secret, setSecret] = useState<string>();
  const first = useQuery({
    queryKey: DECISION_KEYS.first,
    queryFn: ({ signal }) => signalbox.decisions.list({ limit: 1 }, { signal }),
    refetchInterval: (query) => (query.state.data?.data.length === 1 ? false : WATCH_MS),
  });
  const decision = first.data?.data[0];
  const hasDecision = decision !== undefined;
  const hasKey = secret !== undefined || hasDecision;
  return (
    <section className="panel" aria-label="First steps">
      <div className="panel-body">
        <ol className="steps">
          <Step number={1} title="Make a key" isDone={hasKey} isCurrent={!hasKey}>
            {secret === undefined ? <MakeKey onMade={setSecret} /> : <StoreKey secret={secret} />}
          </Step>
          <Step
            number={2}
            title="Ask which model to call"
            isDone={hasDecision}
            isCurrent={hasKey && !hasDecision}
          >
            <p>Paste this into a terminal. It asks about a proof; put your own conversation in.</p>
            <CodeBlock label="First call" text={firstCall(location.origin, secret ?? "YOUR_KEY")} />
          </Step>
          <Step number={3} title="See the decision" isDone={hasDecision} isCurrent={false}>
            <SeeDecision decision={decision} />
          </Step>
        </ol>
      </div>
    </section>
  );
}

function MakeKey(props: { readonly onMade: (secret: string) => void }): ReactNode {
  const { canWrite } = useRights();
  const create = useAction(
    () => signalbox.keys.create({ name: "First key", scopes: ["select", "feedback"] }),
    {
      onDone: (made) => props.onMade(made.key),
    },
  );
  return (
    <>
      <p>Every program that asks which model to call shows a key.</p>
      <div className="row">
        <Button kind="primary" isBusy={create.isBusy} isDisabled={!canWrite} onClick={() => create.run()}>
          Make the first key
        </Button>
        <LinkButton href="/keys" kind="quiet">
          I have one
        </LinkButton>
      </div>
      <FormError error={create.error} />
    </>
  );
}

function StoreKey(props: { readonly secret: string }): ReactNode {
  return (
    <>
      <p>Store it now: it is not shown again.</p>
      <Secret secret={props.secret} />
    </>
  );
}

function SeeDecision({ decision }: { readonly decision: DecisionSummary | undefined }): ReactNode {
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
