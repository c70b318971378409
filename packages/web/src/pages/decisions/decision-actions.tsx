import type { DecisionDetail } from "@signalbox/sdk";
import type { ReactNode } from "react";
import { useLocation } from "wouter";

import { Button } from "../../components/button.tsx";
import { CopyButton } from "../../components/copy-button.tsx";
import { LinkButton } from "../../components/link-button.tsx";
import { turnsOf } from "./conversation.ts";

/** The ways on from a decision: its neighbours in time, its model, and the playground with the same question. */
export function DecisionActions({ decision }: { readonly decision: DecisionDetail }): ReactNode {
  const { newer, older, model_id: modelId } = decision;
  return (
    <>
      {older === null ? null : (
        <LinkButton href={`/decisions/${older}`} kind="quiet">
          Older
        </LinkButton>
      )}
      {newer === null ? null : (
        <LinkButton href={`/decisions/${newer}`} kind="quiet">
          Newer
        </LinkButton>
      )}
      <CopyButton text={decision.session_id} label="Copy id" />
      {modelId === null ? null : (
        <LinkButton href={`/models/${encodeURIComponent(modelId)}`}>Model</LinkButton>
      )}
      <OpenInPlayground decision={decision} />
    </>
  );
}

/** The candidates always, the words where they were kept. */
function OpenInPlayground({ decision }: { readonly decision: DecisionDetail }): ReactNode {
  const [, navigate] = useLocation();
  const open = (): void => {
    const { ranking, rejected } = decision.explanation;
    const labels = [...ranking, ...rejected].map(({ label }) => label);
    const turns = turnsOf(decision.text).map(({ role, content }) => ({ role, content }));
    navigate("/playground", { state: { labels, turns, preferenceId: decision.preference_id ?? "" } });
  };
  return <Button onClick={open}>Open in playground</Button>;
}
