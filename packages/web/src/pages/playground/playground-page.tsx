// Try a conversation: every change of text, candidates or levers is decided again, live, and never journaled.
import type { PlaygroundRequest, PlaygroundResult } from "@signalbox/sdk";
import { keepPreviousData, useQuery } from "@tanstack/preact-query";
import { useLayoutEffect, useMemo, useState } from "preact/hooks";
import type { ComponentChildren } from "preact";
import { useSearch } from "wouter-preact";
import { useHistoryState } from "wouter-preact/use-browser-location";

import { signalbox } from "../../api/client.ts";
import { playgroundKey, useModels } from "../../api/queries/lists.ts";
import { CopyButton } from "../../components/copy-button.tsx";
import { PageHeader } from "../../components/page-header.tsx";
import { Panel } from "../../components/panel.tsx";
import { RankingTable, RejectedList } from "../../components/ranking-table.tsx";
import { EmptyState, ErrorPanel, Skeleton } from "../../components/states.tsx";
import { useDebounced } from "../../lib/hooks.ts";
import { useDraft } from "../../lib/use-draft.ts";
import { CandidatesPanel } from "./candidates-panel.tsx";
import { ConversationPanel } from "./conversation-panel.tsx";
import { ObjectivePanel } from "./objective-panel.tsx";
import { PickPanel } from "./pick-panel.tsx";
import { linkTo, readHandover, readLink } from "./handover.ts";
import { requestOf, START } from "./playground-state.ts";
import type { PlaygroundState } from "./playground-state.ts";
import { SavingsPanel } from "./savings-panel.tsx";
import { SnippetsPanel } from "./snippets-panel.tsx";
import { suggestCandidates } from "./suggest-candidates.ts";

const REST_MS = 90;

export function PlaygroundPage(): ComponentChildren {
  const preferenceId = new URLSearchParams(useSearch()).get("preference") ?? "";
  const draft = useDraft<PlaygroundState>("playground", { ...START, preferenceId });
  const isHandedOver = useHandedOver(draft.set);
  // A draft that another release stored may lack members.
  const state = useMemo(() => ({ ...START, ...draft.value }), [draft.value]);
  const models = useModels();
  const change = (part: Partial<PlaygroundState>): void => draft.set({ ...state, ...part });
  useLayoutEffect(() => {
    if (models.data === undefined || isHandedOver || draft.isRestored || state.labels.length > 0) return;
    draft.set({ ...state, labels: suggestCandidates(models.data.data) });
    // Runs once, when the catalogue has arrived, whatever was typed meanwhile: afterwards the list is the person's own. Nothing can
    // be typed between the drawing of a page and its layout effects, so `state` is the newest.
  }, [models.data]);
  const request = useDebounced(
    useMemo(() => requestOf(state), [state]),
    REST_MS,
  );
  const result = usePlayground(request);
  return (
    <>
      <PageHeader
        title="Playground"
        actions={<CopyButton label="Copy a link" text={`${location.origin}${linkTo(state)}`} />}
      >
        Which candidate would a conversation go to, and why? Pull a lever and watch the pick move.
      </PageHeader>
      <div className="stack-4">
        <div className="grid-2 playground">
          <div className="stack-4">
            <ConversationPanel
              turns={state.turns}
              tools={state.tools}
              asked={result.data?.explanation.conversation.task?.asked}
              onChange={change}
            />
            <CandidatesPanel labels={state.labels} onChange={(labels) => change({ labels })} />
            <div className="playground-call">
              <SnippetsPanel state={state} onSaved={(id) => change({ preferenceId: id })} />
            </div>
          </div>
          <div className="stack-4">
            <ObjectivePanel state={state} onChange={change} />
            <Outcome isAsked={request !== undefined} result={result} />
          </div>
        </div>
        {result.data === undefined || request === undefined ? null : <Ranking result={result.data} />}
        <SavingsPanel labels={state.labels} />
      </div>
    </>
  );
}

function usePlayground(request: PlaygroundRequest | undefined) {
  return useQuery({
    queryKey: playgroundKey(request),
    queryFn: ({ signal }) => signalbox.playground(request as PlaygroundRequest, { signal }),
    enabled: request !== undefined,
    placeholderData: keepPreviousData,
    retry: false,
  });
}

interface OutcomeProps {
  readonly isAsked: boolean;
  readonly result: ReturnType<typeof usePlayground>;
}

function Outcome({ isAsked, result }: OutcomeProps): ComponentChildren {
  if (!isAsked)
    return (
      <div className="panel">
        <EmptyState title="Nothing to decide yet">
          Write a conversation and choose some candidates.
        </EmptyState>
      </div>
    );
  return (
    <>
      {result.isError ? <ErrorPanel error={result.error} onRetry={() => void result.refetch()} /> : null}
      {result.data === undefined ? result.isError ? null : <Skeleton /> : <PickPanel result={result.data} />}
    </>
  );
}

function Ranking({ result }: { readonly result: PlaygroundResult }): ComponentChildren {
  const { ranking, rejected } = result.explanation;
  return (
    <>
      <Panel title="Ranking" isFlush>
        <RankingTable ranking={ranking} pickedLabel={result.llm_label} />
      </Panel>
      {rejected.length === 0 ? null : (
        <Panel title="Rejected" isFlush>
          <RejectedList rejected={rejected} />
        </Panel>
      )}
    </>
  );
}

/** A decision that was opened here takes the place of what stood in the playground, once. Whether there was one. */
function useHandedOver(set: (state: PlaygroundState) => void): boolean {
  const history = useHistoryState<unknown>();
  const [handed] = useState(() => readHandover(history) ?? readLink(location.hash));
  useLayoutEffect(() => {
    if (handed === undefined) return;
    set(handed);
    globalThis.history.replaceState(null, "", location.pathname + location.search);
    // Once, when the page opens: afterwards everything on it is the person's own.
  }, []);
  return handed !== undefined;
}
