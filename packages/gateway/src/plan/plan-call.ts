// The target of a call: pinned by its name, held by an open loop of tools, lifted by evidence, or decided. Whatever fails on the
// way leaves the client's own model.
import { SignalboxError, SELECT_LIMITS, type SelectRequestWire } from "@signalbox/contracts";

import type { PlanKind } from "../bill/call-log.ts";
import { findEvidence, type Finding } from "../evidence/find-evidence.ts";
import { isEffort } from "../models/fit-members.ts";
import type { Effort } from "../models/takes.ts";
import type { SessionState } from "../sessions/session-book.ts";
import type { GatewayCandidate, RoleSettings } from "../settings/settings.ts";
import { candidatesOf, classAbove, tokensOf, type Offered } from "./candidates-of.ts";
import type { GatewayContext } from "./gateway-context.ts";
import { findWish, ownModel, type Target } from "./own-model.ts";
import type { Call } from "./read-call.ts";
import { turnOf } from "./turn-of.ts";
import { isDearerToLeave } from "./warmth.ts";

export interface Plan {
  readonly kind: PlanKind;
  /** In the order to try them; never empty. */
  readonly targets: readonly Target[];
  /** Session of the decision; undefined without a decision. */
  readonly sessionId: string | undefined;
  /** Why the call is with the client's own model, or was lifted. */
  readonly reason: string | undefined;
  readonly escalated: SessionState["escalated"];
  /** Chosen with the first target. */
  readonly effort: Effort | undefined;
  readonly unreached: readonly string[];
}

const settingsOf = ({ settings }: GatewayContext, { role }: Call): RoleSettings => {
  const { ceiling, preference, ...plain } = settings.plain;
  const own = settings.roles[role] ?? {};
  const isStated =
    own.tradeoff !== undefined ||
    own.dial !== undefined ||
    own.hard_dial !== undefined ||
    own.preference !== undefined;
  return {
    ...(isStated ? {} : plain),
    ...own,
    preference: isStated ? own.preference : preference,
    ceiling: own.ceiling ?? ceiling,
  };
};

interface Question {
  readonly call: Call;
  readonly role: RoleSettings;
  readonly candidates: readonly GatewayCandidate[];
  readonly before: SessionState | undefined;
}

/** The contract bounds a request; of a longer conversation its beginning and its end are read. */
function bounded<T>(list: readonly T[], max: number): T[] {
  return list.length <= max ? [...list] : [...list.slice(0, 4), ...list.slice(4 - max)];
}

/** Side calls are independent: they neither continue nor disturb the session's main conversation. */
const isOfSession = ({ role }: Call): boolean => role === "main" || role === "sub_agent";

/** Tag of a decision: the model that the client named. */
const MODEL_TAG = "asked-model";
const isTagValue = (text: string): boolean => /^[\w./:@+-]{1,128}$/.test(text);

function bodyOf({ call, role, candidates, before }: Question): SelectRequestWire {
  const { messages, tools } = call.protocol.question(call.body);
  const response_format = call.protocol.format(call.body);
  const isCold = before?.isCompacted === true;
  const previous = isOfSession(call) && !isCold ? before?.sessionId : undefined;
  const decisive = isOfSession(call) ? turnOf(messages) : messages;
  const body: object = {
    messages: bounded(decisive, SELECT_LIMITS.messagesMax),
    tools: tools.slice(0, SELECT_LIMITS.toolsMax),
    llm_providers: candidates.map(({ wire }) => wire),
    include: ["ranking"],
    call_role: call.role,
    // Groups and filters of the dashboard go by it.
    ...(isTagValue(call.named) && { tags: { [MODEL_TAG]: call.named } }),
    // The gateway knows its sessions; how a conversation begins says nothing where only its last turn is shown.
    find_session: false,
    ...(response_format !== undefined && { response_format }),
    ...(previous !== undefined && { previous_session: previous }),
    ...(role.tradeoff !== undefined && { tradeoff: role.tradeoff }),
    ...(role.dial !== undefined && { cost_quality_tradeoff: role.dial }),
    ...(role.hard_dial !== undefined && { hard_cost_quality_tradeoff: role.hard_dial }),
    ...(role.preference !== undefined && { preference_id: role.preference }),
  };
  return body;
}

interface Decided {
  readonly sessionId: string;
  readonly effort: Effort | undefined;
  readonly targets: readonly Target[];
}

async function decide(context: GatewayContext, question: Question): Promise<Decided> {
  const { llm_label, ranking, session_id, reasoning_effort } = await context.decider.decide(bodyOf(question));
  const order = [...new Set([llm_label, ...(ranking ?? [])])];
  const { candidates, before, call } = question;
  const ranked = order.flatMap((label) => candidates.find((candidate) => candidate.label === label) ?? []);
  // Those that were not eligible come last: better than no answer when all others fail.
  const rest = candidates.filter((candidate) => !ranked.includes(candidate));
  // Another effort in an open loop would read the conversation without its cache.
  const isSame = call.isLoopOpen && before?.label === llm_label;
  const chosen = isEffort(reasoning_effort) ? reasoning_effort : undefined;
  return {
    sessionId: session_id,
    effort: isSame ? (before.effort ?? chosen) : chosen,
    targets: [...ranked, ...rest],
  };
}

/** Who called the tool whose result comes, whether the session is known or not. */
function holderOf(context: GatewayContext, call: Call, before: SessionState | undefined): string | undefined {
  if (!call.isLoopOpen) return undefined;
  const maker = call.lastMark && context.book.makerOf(call.session, call.lastMark);
  return maker ?? (isOfSession(call) ? before?.label : undefined);
}

/** Evidence of this call, or evidence that waits since an open loop. */
function liftOf(context: GatewayContext, call: Call, before: SessionState | undefined): Finding | undefined {
  const { escalation } = context.settings;
  if (escalation === "off" || !isOfSession(call)) return undefined;
  const liftsNow = escalation === "now" || (escalation === undefined && call.isUnattended);
  const { escalated } = before ?? {};
  const finding = escalated === undefined ? call.finding : findEvidence(call.steps.slice(escalated.steps));
  if (call.isLoopOpen) return liftsNow ? finding : undefined;
  return finding ?? (call.isSameTask ? before?.pending : undefined);
}

/** Price classes that evidence lifts one task by. */
const LIFTS_MAX = 2;

interface Known {
  readonly call: Call;
  readonly role: RoleSettings;
  readonly offered: Offered;
  readonly before: SessionState | undefined;
}

async function planAmong(context: GatewayContext, known: Known): Promise<Omit<Plan, "unreached">> {
  const { call, role, offered, before } = known;
  const { candidates } = offered;
  const ask = (some: readonly GatewayCandidate[]): Promise<Decided> =>
    decide(context, { call, role, candidates: some, before });
  const plan = (kind: PlanKind, decided: Decided): Omit<Plan, "unreached"> => ({
    kind,
    ...decided,
    reason: undefined,
    escalated: call.isLoopOpen || call.isSameTask ? before?.escalated : undefined,
  });
  const pinned = findWish(context, call);
  if (pinned !== undefined) return plan("pinned", await ask([pinned]));
  const finding = liftOf(context, call, before);
  const holder = holderOf(context, call, before);
  const held = candidates.find(({ label }) => label === holder);
  const level = before?.escalated?.level ?? 0;
  if (finding !== undefined && before !== undefined && level < LIFTS_MAX) {
    const above = classAbove(context, candidates, holder ?? before.label);
    if (above.length > 0) {
      const decided = await ask(above);
      const label = decided.targets[0]?.label ?? "";
      return {
        ...plan("escalated", decided),
        reason: finding.words,
        escalated: { label, level: level + 1, steps: call.steps.length },
      };
    }
  }
  const lifted = candidates.find(({ label }) => label === before?.escalated?.label);
  const kept = held ?? (call.isSameTask && isOfSession(call) ? lifted : undefined);
  const decided = await ask(candidates);
  const [first] = decided.targets;
  const last = candidates.find(({ label }) => label === before?.label);
  if (kept === undefined && before !== undefined && last !== undefined && first !== undefined) {
    const change = { from: last.label, to: first.label, tokens: tokensOf(call) };
    if (isDearerToLeave(context, before, change))
      return { ...plan("held", withSpares(await ask([last]), decided.targets)), reason: "its cache is warm" };
  }
  if (kept === undefined) return plan("decided", decided);
  // The engine keeps the model of an open loop by itself, unless the model has failed or is not known.
  if (decided.targets[0] === kept) return plan("held", decided);
  return plan("held", withSpares(await ask([kept]), decided.targets));
}

/** The others are tried only when the one that was asked for fails. */
const withSpares = (decided: Decided, others: readonly Target[]): Decided => ({
  ...decided,
  targets: [...new Set([...decided.targets, ...others])],
});

export async function planCall(context: GatewayContext, call: Call): Promise<Plan> {
  const before = context.book.get(call.session.key);
  const role = settingsOf(context, call);
  const offered = candidatesOf(context, call, role);
  const { unreached } = offered;
  const own = (reason: string): Plan => ({
    kind: "own_model",
    targets: [ownModel(context, call, before)],
    sessionId: undefined,
    reason,
    escalated: undefined,
    effort: undefined,
    unreached,
  });
  if (offered.candidates.length === 0) return own("there are no candidates");
  try {
    return { ...(await planAmong(context, { call, role, offered, before })), unreached };
  } catch (fault) {
    return own(fault instanceof SignalboxError ? fault.detail : "no decision could be made");
  }
}
