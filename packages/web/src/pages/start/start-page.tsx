// Try a conversation: every change of text, candidates or levers is decided again, live, and never journaled.

import type { PlaygroundRequest, PlaygroundResult, PlaygroundSavings } from "@signalbox/sdk";
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
import { Answered, EmptyState } from "../../components/states.tsx";
import { useDebounced } from "../../lib/hooks.ts";
import { useDraft } from "../../lib/use-draft.ts";
import { CandidatesPanel } from "./candidates-panel.tsx";
import { ConversationPanel } from "./conversation-panel.tsx";
import { linkTo, readHandover, readLink } from "./handover.ts";
import { requestOf, START, type PlaygroundState } from "./playground-state.ts";
import { FirstSteps } from "./first-steps.tsx";
import { suggestCandidates } from "./suggest-candidates.ts";
import { useNames } from "../../api/queries/names.ts";
import { namedOptions, Segmented, SelectField } from "../../components/choice.tsx";
import { NumberField, Field } from "../../components/field.tsx";
import { KINDS, ObjectiveDetail, STARTS } from "../preferences/objective-fields.tsx";
import { Button } from "../../components/button.tsx";
import { DataTable, type Column } from "../../components/data-table.tsx";
import { usd as dollars, percent, seconds, usd, words, counted } from "../../lib/format.ts";
import { CostQualityPlot } from "../../charts/cost-quality-plot.tsx";
import { Semaphore } from "../../components/semaphore.tsx";
import { Badge, type Tone } from "../../components/badge.tsx";
import { SAY } from "../../lib/phrases.ts";
import { useAction } from "../../api/use-action.ts";
import { FormError } from "../../components/form-error.tsx";

// The reading of the request, in short words: the operation, the field, the language, the class of model, the
// length.

type Conversation = PlaygroundResult["explanation"]["conversation"];

interface UnderstoodChip {
  readonly name: string;
  readonly value: string;
  /** The reader was not sure of it. */
  readonly isGuess: boolean;
}

/** Below this chance a reading is called a guess. */
const SURE = 0.6;
const CLASSES = ["small model", "mid model", "strong model", "frontier model", "frontier with long thought"];
const names = new Intl.DisplayNames("en", { type: "language", fallback: "code" });

const digits = (tokens: number): number => (tokens < 20 ? Math.round(tokens) : Number(tokens.toPrecision(2)));

/** Nothing where the artefact reads no tasks. */
export function understoodChips({ task, language }: Conversation): readonly UnderstoodChip[] {
  if (task === undefined) return [];
  const { operation, field, tiers, tokens } = task;
  const likeliest = Math.max(...tiers);
  const spoken =
    language === "und" ? [] : [{ name: "Language", value: names.of(language) ?? language, isGuess: false }];
  return [
    { name: "Operation", value: words(operation), isGuess: task.operation_chance < SURE },
    { name: "Field", value: words(field), isGuess: task.field_chance < SURE },
    ...spoken,
    {
      name: "Weakest class that does it well",
      value: CLASSES[tiers.indexOf(likeliest)] ?? "small model",
      isGuess: likeliest < SURE,
    },
    {
      name: "Visible tokens",
      value: `${digits(tokens.low)} to ${digits(tokens.high)} tokens`,
      isGuess: false,
    },
  ];
}

function PickPanel({ result }: { readonly result: PlaygroundResult }): ComponentChildren {
  const [unit, setUnit] = useState<"usd" | "seconds">("usd");
  const { explanation } = result;
  const picked = explanation.ranking.find((one) => one.label === result.llm_label);
  const points = explanation.ranking.map((one) => ({ ...one, cost: unit === "usd" ? one.usd : one.seconds }));
  const { field, difficulty, familiarity } = explanation.conversation;
  return (
    <div className="panel">
      <div className="pick" role="status" aria-live="polite">
        <Semaphore state={explanation.degraded ? "caution" : "clear"} />
        <div>
          <div className="pick-label" dir="auto" data-testid="pick">
            {result.llm_label}
          </div>
          <span className="soft">
            {percent(picked?.success)} ± {Math.round((picked?.spread ?? 0) * 100)} for {usd(picked?.usd)} in{" "}
            {seconds(picked?.seconds)}
          </span>
        </div>
      </div>
      <div className="panel-body">
        <UnderstoodChips result={result} />
        <p>{explanation.summary}</p>
        {explanation.degraded ? (
          <div className="banner" data-tone="caution">
            <strong>Degraded.</strong> {explanation.degraded_reasons.join(" ")}
          </div>
        ) : null}
        <p className="small faint">
          {words(field)}, difficulty {percent(difficulty)}, familiarity {percent(familiarity)}, decided in{" "}
          {seconds(result.decide_us / 1e6)}
        </p>
      </div>
      <CostQualityPlot
        title={unit === "usd" ? SAY.costQuality : "Latency and quality"}
        fileName="playground"
        points={points}
        pickedLabel={result.llm_label}
        unit={unit}
        isBare
      />
      <div className="table-foot">
        <Segmented
          label="Along the bottom"
          isLabelHidden
          value={unit}
          options={[
            { value: "usd", label: "Dollars" },
            { value: "seconds", label: "Seconds" },
          ]}
          onChange={setUnit}
        />
      </div>
    </div>
  );
}

/** The reading of the request, a chip each; a guess is marked as one. */
function UnderstoodChips({ result }: { readonly result: PlaygroundResult }): ComponentChildren {
  const chips = understoodChips(result.explanation.conversation);
  if (chips.length === 0) return null;
  return (
    <ul className="chips" aria-label="What was understood" data-testid="understood">
      {chips.map(({ name, value, isGuess }) => {
        const tone: Tone = isGuess ? "caution" : "info";
        return (
          <li key={name} title={isGuess ? `${name}: a guess` : name}>
            <Badge tone={tone}>
              {value}
              {isGuess ? "?" : ""}
            </Badge>
          </li>
        );
      })}
    </ul>
  );
}

// The bill and the expected success of prompts that a person pastes: one model for all, and each step of the dial.

// The words of the savings of pasted prompts.

const PROMPTS_MAX = 100;

export const promptsOf = (text: string): readonly string[] =>
  text
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "");

/** "80 (73 to 98)"; never a negative zero. */
export function intervalWords(
  { mean, low, high }: PlaygroundSavings["rows"][number]["saved"],
  scale: number,
  digits: number,
): string {
  const shown = (value: number): string => (value * scale).toFixed(digits).replace(/^-(0(?:\.0+)?)$/, "$1");
  return `${shown(mean)} (${shown(low)} to ${shown(high)})`;
}

type Row = PlaygroundSavings["rows"][number];

const COLUMNS = (now: string): readonly Column<Row>[] => [
  { name: "Way", show: ({ name }) => name },
  { name: "Dollars per 1,000", isNumber: true, show: ({ usd }) => dollars(usd) },
  {
    name: "Saved, %",
    isNumber: true,
    show: ({ name, saved }) => (name === `always ${now}` ? "" : intervalWords(saved, 100, 0)),
  },
  {
    name: "Points of success",
    isNumber: true,
    show: ({ name, points }) => (name === `always ${now}` ? "" : intervalWords(points, 1, 1)),
  },
  { name: "Most picked", isMinor: true, show: ({ picks }) => Object.keys(picks)[0] ?? "" },
];

function SavingsPanel({ labels }: { readonly labels: readonly string[] }): ComponentChildren {
  const [text, setText] = useState("");
  const [chosen, setNow] = useState("");
  const now = labels.includes(chosen) ? chosen : (labels[0] ?? "");
  const prompts = promptsOf(text);
  const [savings, setSavings] = useState<PlaygroundSavings>();
  const compare = useAction(
    () => signalbox.playgroundSavings({ prompts: [...prompts], models: [...labels], now }),
    { onDone: setSavings },
  );
  const isReady = prompts.length > 0 && prompts.length <= PROMPTS_MAX && labels.length > 0;
  return (
    <Panel title="What would it save?">
      <Field
        label="Your prompts, one a line"
        hint="Compared among the candidates above. Nothing is kept, and no model is called."
        error={prompts.length > PROMPTS_MAX ? `At most ${PROMPTS_MAX} prompts together.` : undefined}
      >
        {(input) => (
          <textarea
            {...input}
            rows={4}
            value={text}
            onInput={(event) => setText(event.currentTarget.value)}
          />
        )}
      </Field>
      <SelectField
        label="The model that you call now"
        value={now}
        options={labels.map((label) => ({ value: label, label }))}
        onChange={setNow}
      />
      <Button isDisabled={!isReady} isBusy={compare.isBusy} onClick={() => compare.run()}>
        Compare
      </Button>
      <FormError error={compare.error} />
      {savings === undefined ? null : <Savings savings={savings} />}
    </Panel>
  );
}

function Savings({ savings }: { readonly savings: PlaygroundSavings }): ComponentChildren {
  const { now, requests, left_out: leftOut, rows } = savings;
  return (
    <>
      <p className="hint">
        {counted(requests, "prompt")}
        {leftOut === 0 ? "" : `; ${leftOut} left out`}. Dollars and success are expected, not observed;
        intervals hold 95 % over the prompts.
      </p>
      <DataTable
        label="Bill and success of each way"
        columns={COLUMNS(now)}
        rows={rows}
        idOf={({ name }) => name}
      />
    </>
  );
}

interface Props {
  readonly state: PlaygroundState;
  /** As it was last decided. */
  readonly request: PlaygroundRequest | undefined;
  readonly onChange: (part: Partial<PlaygroundState>) => void;
}

const DIAL_STEPS = Array.from({ length: 11 }, (_, step) => step);

/** Neighbouring steps of the dial with one pick. */
interface DialRun {
  readonly label: string;
  readonly from: number;
  readonly to: number;
}

/** Empty while a step is not known. */
export function dialRuns(picks: readonly (string | undefined)[]): readonly DialRun[] {
  const runs: DialRun[] = [];
  for (const [step, label] of picks.entries()) {
    if (label === undefined) return [];
    const last = runs.at(-1);
    if (last?.label === label) runs[runs.length - 1] = { ...last, to: step };
    else runs.push({ label, from: step, to: step });
  }
  return runs;
}

interface DialProps {
  readonly request: PlaygroundRequest;
  readonly at: number;
  readonly onChoose: (step: number) => void;
}

/** The picks along the dial, each as wide as its part of it: where one ends, the pick jumps. */
function DialPicks({ request, at, onChoose }: DialProps): ComponentChildren {
  const pickAt = async (step: number, signal: AbortSignal): Promise<string> => {
    const policy = { objective: { kind: "dial", cost_quality_tradeoff: step } } as const;
    return (await signalbox.playground({ ...request, policy }, { signal })).llm_label;
  };
  const picks = useQuery({
    queryKey: playgroundKey({ ...request, policy: "dial" }),
    queryFn: ({ signal }) => Promise.all(DIAL_STEPS.map((step) => pickAt(step, signal))),
    placeholderData: keepPreviousData,
    retry: false,
  });
  const runs = dialRuns(picks.data ?? []);
  if (runs.length === 0) return null;
  return (
    <ul className="dial-picks" aria-label="Picks along the dial">
      {runs.map(({ label, from, to }) => (
        <li key={from} style={{ flexGrow: to - from + 1 }}>
          <button
            type="button"
            title={label}
            aria-pressed={Math.round(at) >= from && Math.round(at) <= to}
            onClick={() => onChoose(from)}
          >
            <span className="small faint">{from === to ? from : `${from} to ${to}`}</span>
            <span className="facet-name" dir="auto">
              {label.slice(label.indexOf("/") + 1)}
            </span>
          </button>
        </li>
      ))}
    </ul>
  );
}

const ORDER = ["dial", "weights", "cost", "latency", "quality"];
const ORDERED_KINDS = [...KINDS].sort((a, b) => ORDER.indexOf(a.value) - ORDER.indexOf(b.value));

function ObjectivePanel({ state, request, onChange }: Props): ComponentChildren {
  const { preferences } = useNames();
  return (
    <Panel title="Levers">
      {state.preferenceId === "" ? (
        <>
          <Segmented
            label="Objective"
            isLabelHidden
            value={state.objective.kind}
            options={ORDERED_KINDS}
            onChange={(kind) => onChange({ objective: STARTS[kind] })}
          />
          <ObjectiveDetail objective={state.objective} onChange={(objective) => onChange({ objective })} />
          {state.objective.kind === "dial" && request !== undefined ? (
            <DialPicks
              request={request}
              at={state.objective.cost_quality_tradeoff}
              onChoose={(step) => onChange({ objective: { kind: "dial", cost_quality_tradeoff: step } })}
            />
          ) : null}
        </>
      ) : null}
      <div className="grid-fields">
        <SelectField
          label="Preference"
          value={state.preferenceId}
          options={namedOptions("None: set it here", preferences)}
          onChange={(preferenceId) => onChange({ preferenceId })}
        />
        <NumberField
          label="Depth: only the best N"
          placeholder="all"
          min={1}
          step={1}
          value={state.depth}
          onChange={(depth) => onChange({ depth })}
        />
      </div>
    </Panel>
  );
}

const REST_MS = 90;

export function StartPage(): ComponentChildren {
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
        title="Start"
        actions={
          <>
            <CopyButton label="Copy a link" text={`${location.origin}${linkTo(state)}`} />
            <a className="button" href="#first-steps">
              Call it from a program
            </a>
          </>
        }
      >
        Which model would a request go to, and why? Change the text, pull a lever, and watch the pick move.
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
          </div>
          <div className="stack-4">
            <ObjectivePanel state={state} request={request} onChange={change} />
            <Outcome isAsked={request !== undefined || models.isPending} result={result} />
          </div>
        </div>
        {result.data === undefined || request === undefined ? null : <Ranking result={result.data} />}
        <FirstSteps state={state} onSaved={(id) => change({ preferenceId: id })} />
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
  return <Answered query={result}>{(answer) => <PickPanel result={answer} />}</Answered>;
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
