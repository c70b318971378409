import type { DecisionDetail, FeedbackReport } from "@signalbox/sdk";
import { useQuery } from "@tanstack/preact-query";
import type { ComponentChildren } from "preact";
import { useParams, Link, useLocation } from "wouter-preact";
import { signalbox } from "../../api/client.ts";
import { DECISION_KEYS } from "../../api/queries/lists.ts";
import { CostQualityPlot } from "../../charts/cost-quality-plot.tsx";
import { Badge } from "../../components/badge.tsx";
import { CodeBlock, CopyButton } from "../../components/copy-button.tsx";
import { PageHeader, AnsweredPage } from "../../components/page-header.tsx";
import { FactList } from "../../components/figure-list.tsx";
import { Panel } from "../../components/panel.tsx";
import { RankingTable, RejectedList } from "../../components/ranking-table.tsx";
import { ErrorPanel } from "../../components/states.tsx";
import { lastView } from "./last-view.ts";
import { percent, shortTime, usd, counted, dateTime, seconds, words } from "../../lib/format.ts";
import { useAction } from "../../api/use-action.ts";
import { useRights } from "../../session/session.ts";
import { Button, LinkButton } from "../../components/button.tsx";
import { FormError } from "../../components/form-error.tsx";
import { feedbackWords } from "./decision-columns.tsx";
import { NO_FILTERS, type Filters, decisionsHref } from "../../lib/explore.ts";
import type { Range } from "../../lib/range.ts";
import { writeTags } from "../../lib/tags.ts";
import { TryDrawer } from "../replays/try-drawer.tsx";
import { useTrying } from "../replays/use-trying.ts";
import { isRecord } from "../../lib/values.ts";
import { Name } from "../../components/name.tsx";
import { roleWords } from "../../lib/grouping.ts";
import { decidedWords, SAY } from "../../lib/phrases.ts";

const ALL_TIME: Range = { span: "", from: "", to: "" };

export function DecisionFacts({ decision }: { readonly decision: DecisionDetail }): ComponentChildren {
  const { explanation } = decision;
  const { conversation, objective, versions, session } = explanation;
  const facts: readonly (readonly [string, ComponentChildren])[] = [
    ["When", dateTime(decision.created_at)],
    ["Session", <code key="id">{decision.session_id}</code>],
    ...(decision.label === ""
      ? []
      : [
          [
            "Expected",
            `${percent(decision.success)} for ${usd(decision.usd)} in ${seconds(decision.seconds)}`,
          ] as const,
          ["Billed", billedOf(decision)] as const,
        ]),
    ["Objective", decidedWords(objective)],
    ["Field", `${words(conversation.field)}, ${conversation.language}`],
    ...(decision.call_role === null
      ? []
      : [
          [
            "Role",
            <Link key="role" href={`/decisions?call_role=${decision.call_role}`}>
              {roleWords(decision.call_role)}
            </Link>,
          ] as const,
        ]),
    ["Difficulty", `${percent(conversation.difficulty)}: how often a typical model fails at such work`],
    ["Familiarity", `${percent(conversation.familiarity)}: similarity to the training requests`],
    ["Size", `${counted(conversation.turns, "turn")}, ${counted(conversation.tools, "tool")}`],
    ["Session plan", session.reason],
    ["Key", keyOf(decision)],
    ...(decision.tags === null ? [] : [["Tags", <TagLinks key="tags" tags={decision.tags} />] as const]),
    ["Preference", preferenceOf(decision)],
    ...(decision.shadow === null ? [] : [["Shadow", <ShadowOf key="shadow" {...decision} />] as const]),
    ["Decided in", seconds(decision.decide_us / 1e6)],
    ["Artefact", versions.artefact],
    ["Catalogue", versions.catalogue],
    ["Policy", versions.policy],
  ];
  return (
    <Panel title="Facts">
      <FactList facts={facts} />
      {conversation.notes.length === 0 ? null : (
        <ul className="bullets small soft">
          {conversation.notes.map((note) => (
            <li key={note}>{note}</li>
          ))}
        </ul>
      )}
    </Panel>
  );
}

/** The reported dollars of the pick. */
function billedOf({ feedback, label }: DecisionDetail): string {
  const report = feedback.find((one) => one.label === label && !one.withdrawn);
  return report?.usage?.usd === undefined ? "not reported" : usd(report.usage.usd);
}

/** To the other decisions of the key. */
function keyOf({ key_id: id, key_name: name }: DecisionDetail): ComponentChildren {
  if (id === null) return "dashboard";
  return (
    <Link href={decisionsHref(ALL_TIME, { key_id: id })}>
      <Name name={name ?? "deleted key"} />
    </Link>
  );
}

function TagLinks({ tags }: { readonly tags: NonNullable<DecisionDetail["tags"]> }): ComponentChildren {
  return (
    <ul className="plain-list">
      {Object.entries(tags).map(([name, value]) => (
        <li key={name}>
          <Link href={decisionsHref(ALL_TIME, { tags: writeTags({ [name]: value }) })}>
            <Name name={`${name}: ${value}`} />
          </Link>
        </li>
      ))}
    </ul>
  );
}

function preferenceOf(decision: DecisionDetail): ComponentChildren {
  if (decision.preference_id === null) return "none";
  return (
    <Link href={`/preferences/${decision.preference_id}`}>
      <Name
        name={`${decision.preference_name ?? decision.preference_id}, version ${decision.preference_version}`}
      />
    </Link>
  );
}

function ShadowOf({ shadow, label }: DecisionDetail): ComponentChildren {
  if (shadow === null) return null;
  const by = (
    <Link href={`/preferences/${shadow.preference_id}`}>the shadow preference, version {shadow.version}</Link>
  );
  if (shadow.label === null) return <>refused by {by}</>;
  const pick = shadow.label === label ? "the same pick" : shadow.label;
  return (
    <>
      <span dir="auto">{pick}</span>, {percent(shadow.success)} for {usd(shadow.usd)}, by {by}
    </>
  );
}

// The kept part of a conversation, as turns to read.

interface KeptTurn {
  readonly role: string;
  readonly content: string;
}

const textOf = (value: unknown): string => (typeof value === "string" ? value : "");

/** Empty when no words were kept. Of a long conversation the newest turns are kept. */
export function turnsOf(text: DecisionDetail["text"]): readonly KeptTurn[] {
  const messages = text?.["messages"];
  if (!Array.isArray(messages)) return [];
  return messages
    .filter(isRecord)
    .map((message) => ({ role: textOf(message["role"]) || "user", content: textOf(message["text"]) }));
}

/** How many of the oldest turns were too long to keep. */
export function turnsLeftOut(text: DecisionDetail["text"]): number {
  const count = text?.["messages_left_out"];
  return typeof count === "number" ? count : 0;
}

/** The ways on from a decision: its neighbours in time, its model, and the playground with the same question. */
function DecisionActions({ decision }: { readonly decision: DecisionDetail }): ComponentChildren {
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
      <Button onClick={() => setIsTrying(true)}>Replay similar decisions</Button>
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
    navigate("/start", { state: { labels, turns, preferenceId: decision.preference_id ?? "" } });
  };
  return <Button onClick={open}>Open on Start</Button>;
}

type Report = Omit<FeedbackReport, "session_id" | "label">;

function FeedbackPanel({ decision }: { readonly decision: DecisionDetail }): ComponentChildren {
  const { canWrite } = useRights();
  const { session_id, label } = decision;
  const report = useAction((body: Report) => signalbox.feedback({ session_id, label, ...body }), {
    stale: [DECISION_KEYS.all],
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
              {one.corrections > 0 ? `, corrected ${counted(one.corrections, "time")}` : ""}
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

/** Turns shown beside a decision; the list of decisions has all of them. */
const TURNS_MAX = 100;

/** The turns of the session, the first on top. A decision that stands alone has none, and no panel. */
export function ChainPanel({
  decision: { session_id: sessionId, chain_id: chainId },
}: {
  readonly decision: Pick<DecisionDetail, "session_id" | "chain_id">;
}): ComponentChildren {
  const chain = useQuery({
    queryKey: DECISION_KEYS.chain(chainId),
    queryFn: ({ signal }) => signalbox.decisions.list({ chain_id: chainId, limit: TURNS_MAX }, { signal }),
  });
  if (chain.isError) return <ErrorPanel error={chain.error} onRetry={() => void chain.refetch()} />;
  if (chain.data === undefined || chain.data.data.length < 2) return null;
  const { data: turns, next_cursor: more } = chain.data;
  return (
    <Panel
      title={`Session, ${more === null ? "" : "over "}${turns.length} turns`}
      actions={<Link href={decisionsHref(ALL_TIME, { chain_id: chainId })}>As decisions</Link>}
    >
      <ol className="chain">
        {turns.toReversed().map((turn) => (
          <li key={turn.session_id} data-current={turn.session_id === sessionId}>
            {turn.session_id === sessionId ? (
              <strong aria-current="true">{turn.label}</strong>
            ) : (
              <Link href={`/decisions/${turn.session_id}`}>{turn.label}</Link>
            )}
            <br />
            <span className="small faint">
              turn {turn.turn}, {shortTime(turn.created_at)}, {percent(turn.success)}, {usd(turn.usd)}
            </span>
          </li>
        ))}
      </ol>
    </Panel>
  );
}

const crumb = () => ({ href: lastView(), label: "Decisions" });

export function DecisionPage(): ComponentChildren {
  const { id } = useParams<{ id: string }>();
  const decision = useQuery({
    queryKey: DECISION_KEYS.one(id),
    queryFn: ({ signal }) => signalbox.decisions.get(id, { signal }),
  });
  return (
    <AnsweredPage query={decision} title="Decision" crumb={crumb()}>
      {(data) => <Loaded decision={data} />}
    </AnsweredPage>
  );
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
                title={SAY.costQuality}
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
          <ChainPanel decision={decision} />
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
