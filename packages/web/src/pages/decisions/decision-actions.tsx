import type { DecisionDetail } from "@signalbox/sdk";
import type { ComponentChildren } from "preact";
import { useLocation } from "wouter-preact";

import { Button, LinkButton } from "../../components/button.tsx";
import { CopyButton } from "../../components/copy-button.tsx";
import { NO_FILTERS } from "../../lib/explore.ts";
import type { Filters } from "../../lib/explore.ts";
import type { Range } from "../../lib/range.ts";
import { writeTags } from "../../lib/tags.ts";
import { TryDrawer } from "../replays/try-drawer.tsx";
import { useTrying } from "../replays/use-trying.ts";
import { turnsOf } from "./conversation.ts";

/** The ways on from a decision: its neighbours in time, its model, and the playground with the same question. */
export function DecisionActions({ decision }: { readonly decision: DecisionDetail }): ComponentChildren {
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
      {decision.label === "" ? null : <LinkButton href={ruleHref(decision)}>Make this a rule</LinkButton>}
      {decision.label.includes("/") ? (
        <LinkButton href={ruleHref(decision, "vendor")}>Ban its vendor</LinkButton>
      ) : null}
      <Replay decision={decision} />
    </>
  );
}

/**
 * A draft of the preference that decided, or of a new one, with a rule about the pick for requests like this one; a rule about all of
 * its vendor is tried immediately.
 */
function ruleHref(
  { preference_id: id, label, model_id: modelId, tags }: DecisionDetail,
  what: "model" | "vendor" = "model",
): string {
  const parameters = new URLSearchParams(
    what === "model" ? { deny: label } : { deny_vendor: (modelId ?? label).split("/", 1)[0] ?? "" },
  );
  if (tags !== null) parameters.set("when", writeTags(tags));
  if (id === null) return `/preferences/new?${parameters.toString()}`;
  if (what === "vendor") parameters.set("try", "on");
  return `/preferences/${id}?${parameters.toString()}`;
}

/** Decisions like this one: the same key, preference and field. */
function alike({ preference_id, key_id, field }: DecisionDetail): Filters {
  return { ...NO_FILTERS, preference_id: preference_id ?? "none", key_id: key_id ?? "none", field };
}

function Replay({ decision }: { readonly decision: DecisionDetail }): ComponentChildren {
  const [isTrying, setIsTrying] = useTrying();
  const range: Range = { span: "30", from: "", to: "" };
  return (
    <>
      <Button onClick={() => setIsTrying(true)}>Replay what is like it</Button>
      {isTrying ? (
        <TryDrawer start={{ filters: alike(decision), range }} onClose={() => setIsTrying(false)} />
      ) : null}
    </>
  );
}

/** The candidates always, the words where they were kept. */
function OpenInPlayground({ decision }: { readonly decision: DecisionDetail }): ComponentChildren {
  const [, navigate] = useLocation();
  const open = (): void => {
    const { ranking, rejected } = decision.explanation;
    const labels = [...ranking, ...rejected].map(({ label }) => label);
    const turns = turnsOf(decision.text).map(({ role, content }) => ({ role, content }));
    navigate("/playground", { state: { labels, turns, preferenceId: decision.preference_id ?? "" } });
  };
  return <Button onClick={open}>Open in playground</Button>;
}
