// Answers the questions of a host: which model as a decision, journalled like any other; which tier from the engine's reading
// of the task, which names no model and leaves nothing to journal.
import { catalogAt, invalid, type SelectRequestWire } from "@signalbox/contracts";
import { plainInput, readCheckedRequest } from "@signalbox/engine";
import { estimateTokens, pickChances } from "@signalbox/engine/internals";

import type { AccountState } from "../../context/account-state.ts";
import type { Principal } from "../../context/principal.ts";
import type { ServiceContext } from "../../context/service-context.ts";
import { authorise } from "../access/authorise.ts";
import { takeRate } from "../decisions/take-rate.ts";
import { selectModel } from "../decisions/select-model.ts";
import type { AnsweredQuestion, AskedQuestion, AskedQuestions } from "./plan-questions.ts";
import { confidenceOf, planQuestions, type Candidate, type PlannedQuestion } from "./plan-questions.ts";
import { tierChances } from "./tier-ladders.ts";

export interface AnsweredQuestions {
  /** In the order of the questions. */
  readonly answers: readonly AnsweredQuestion[];
  /** Sessions of the decisions among models, in the order in which they were first asked for. */
  readonly sessionIds: readonly string[];
  readonly isDegraded: boolean;
  readonly inputTokens: number;
  /** The model that answered. */
  readonly model: string;
}

interface Chosen {
  readonly choice: string;
  readonly chances: ReadonlyMap<string, number>;
}

interface Decided extends Chosen {
  readonly sessionId: string;
  readonly isDegraded: boolean;
}

function write({ choices }: AskedQuestion, { choice, chances }: Chosen): AnsweredQuestion {
  const probabilities = choices.map(({ label }) => ({ label, probability: chances.get(label) ?? 0 }));
  return { choice, probabilities, confidence: confidenceOf(probabilities.map((each) => each.probability)) };
}

async function decide(
  context: ServiceContext,
  principal: Principal,
  body: SelectRequestWire,
): Promise<Decided> {
  const { response, record, isDegraded } = await selectModel(context, principal, { body });
  const chances = new Map(pickChances(record).map(({ label, chance }) => [label, chance]));
  return { choice: response.llm_label, chances, sessionId: response.session_id, isDegraded };
}

/** One decision for each set of models. Hosts hold on to a model by their own rules, so each stands alone. */
async function decideSets(
  context: ServiceContext,
  principal: Principal,
  {
    messages,
    planned,
  }: { readonly messages: AskedQuestions["messages"]; readonly planned: readonly PlannedQuestion[] },
): Promise<ReadonlyMap<string, Decided>> {
  const sets = new Map<string, readonly Candidate[]>();
  for (const each of planned)
    if (each.kind === "models" && !sets.has(each.set)) sets.set(each.set, each.candidates);
  const decided = new Map<string, Decided>();
  for (const [key, candidates] of sets) {
    const body = { messages, llm_providers: [...candidates], find_session: false };
    decided.set(key, await decide(context, principal, body));
  }
  return decided;
}

/** Tiers are read by the static tier, which needs no vector; a placeholder stands in for the candidates. */
function readTiers(context: ServiceContext, state: AccountState, messages: AskedQuestions["messages"]) {
  const catalog = catalogAt(state.catalog, context.clock.nowMs());
  const request = readCheckedRequest({ messages, llm_providers: ["tier"] }, catalog);
  const { task } = context.engine.current.lookAhead(plainInput(request)).encoding;
  if (task !== undefined) return task;
  const message = "The artefact that is loaded reads no tasks, so it knows no tiers.";
  throw invalid([{ location: "questions", message, fix: "Ask for models." }]);
}

function answerTiers(
  planned: PlannedQuestion & { readonly kind: "tiers" },
  task: ReturnType<typeof readTiers>,
): AnsweredQuestion {
  const { question, classes } = planned;
  const chances = tierChances(classes, task);
  const likeliest = chances.indexOf(Math.max(...chances));
  return write(question, {
    choice: question.choices[likeliest]?.label ?? "",
    chances: new Map(question.choices.map(({ label }, at) => [label, chances[at] ?? 0])),
  });
}

function textOf(messages: AskedQuestions["messages"]): string {
  if (typeof messages === "string") return messages;
  return messages
    .flatMap((message) => (typeof message === "string" ? message : (message.content ?? [])))
    .map((content) => (typeof content === "string" ? content : (content.text ?? "")))
    .join("\n");
}

/**
 * @param read called once it is settled that the principal may ask
 * @throws SignalboxError forbidden, validation_failed for what cannot be answered, and as `selectModel`
 */
export async function answerQuestions(
  context: ServiceContext,
  principal: Principal,
  read: () => AskedQuestions,
): Promise<AnsweredQuestions> {
  authorise(principal, "decisions.make");
  const { messages, questions } = read();
  const state = await context.accounts.get(principal.accountId);
  const { planned, faults } = planQuestions(questions, state.catalog);
  const isDeciding = faults.length === 0 && planned.some(({ kind }) => kind === "models");
  // Every decision counts against the rate by itself; a call without any counts as one.
  if (!isDeciding) await takeRate(context, principal, state);
  if (faults.length > 0) throw invalid(faults);
  const task = planned.some(({ kind }) => kind === "tiers") ? readTiers(context, state, messages) : undefined;
  const decided = await decideSets(context, principal, { messages, planned });
  const answers = planned.flatMap((each) => {
    if (each.kind === "tiers") return task === undefined ? [] : [answerTiers(each, task)];
    const chosen = decided.get(each.set);
    return chosen === undefined ? [] : [write(each.question, chosen)];
  });
  return {
    answers,
    sessionIds: Array.from(decided.values(), ({ sessionId }) => sessionId),
    isDegraded: [...decided.values()].some((each) => each.isDegraded),
    inputTokens: estimateTokens(textOf(messages), "unknown"),
    model: `signalbox-${context.engine.artefactVersion}`,
  };
}
