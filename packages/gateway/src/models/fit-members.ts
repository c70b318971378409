// The members of a call, rewritten to what its model takes: a form of thinking becomes the other, an effort the nearest level, a
// limit the least of both. A member goes only where the model has nothing like it, and what depends on it goes along.
import { isRecord, modeOfBudget } from "@signalbox/contracts";

import type { Body, ProtocolName } from "../protocols/protocol.ts";
import { countOf, memberOf, recordsOf, textOf } from "../protocols/read-json.ts";
import { EFFORTS, type Effort, type Takes } from "./takes.ts";

/** New values of members at the top of a body; undefined takes a member out. */
export type Changes = Map<string, unknown>;

/** Thought that an effort amounts to, for models that take a budget. @unit tokens */
const BUDGETS: Readonly<Record<Effort, number>> = {
  none: 0,
  minimal: 1_024,
  low: 4_096,
  medium: 10_240,
  high: 16_384,
  xhigh: 31_999,
  max: 31_999,
};
const BUDGET_MIN = 1_024;
/** An answer is not cut below this for want of room: the provider says how much there is. @unit tokens */
const ANSWER_MIN = 4_096;
/** Typical of JSON in English and code; the provider's own count corrects it. */
const BYTES_PER_TOKEN = 3.6;

export const LIMIT_MEMBERS = ["max_tokens", "max_completion_tokens", "max_output_tokens"] as const;
export const SAMPLING_MEMBERS = ["temperature", "top_p", "top_k"] as const;

export const isEffort = (value: unknown): value is Effort => EFFORTS.includes(value as Effort);

/** The nearest level that the model has, of two equally near the lesser; undefined where it has none. */
export function nearestEffort(asked: unknown, levels: readonly Effort[]): Effort | undefined {
  const at = EFFORTS.indexOf(isEffort(asked) ? asked : "medium");
  const able = levels.filter((level) => level !== "none" || asked === "none");
  const distance = (level: Effort): number => Math.abs(EFFORTS.indexOf(level) - at);
  return able.toSorted((a, b) => distance(a) - distance(b))[0];
}

export interface FitOptions {
  readonly protocol: ProtocolName;
  readonly takes: Takes;
  readonly bytes: Buffer;
  /** Thoughts of the conversation stay behind although a call of a tool is open. */
  readonly isOpenWithoutThought: boolean;
  /** Chosen with the model; undefined leaves the client's own. */
  readonly effort?: Effort | undefined;
}

interface Draft {
  readonly changes: Changes;
  readonly get: (name: string) => unknown;
  readonly set: (name: string, value: unknown) => void;
}

function createDraft(body: Body): Draft {
  const changes: Changes = new Map();
  return {
    changes,
    get: (name) => (changes.has(name) ? changes.get(name) : body[name]),
    set: (name, value) => void (body[name] !== value && changes.set(name, value)),
  };
}

/** Without one member; undefined where nothing is left. */
function less(record: unknown, name: string): Body | undefined {
  if (!isRecord(record)) return undefined;
  const { [name]: _gone, ...rest } = record;
  return Object.keys(rest).length === 0 ? undefined : rest;
}

/** Pictures are many bytes and few tokens, so a body with some says nothing of its length. */
function roomFor(takes: Takes, bytes: Buffer, asked: number): number {
  const tokens = bytes.length / BYTES_PER_TOKEN;
  const room = (takes.windowTokens ?? Infinity) - tokens;
  if (room >= asked || bytes.includes("base64")) return Infinity;
  return Math.max(ANSWER_MIN, Math.floor(room));
}

function fitLimit(draft: Draft, { protocol, takes, bytes }: FitOptions): void {
  for (const name of LIMIT_MEMBERS) {
    const asked = countOf(draft.get(name));
    if (asked === undefined) continue;
    const least = Math.min(asked, takes.outputTokensMax ?? Infinity, roomFor(takes, bytes, asked));
    const right = protocol === "chat" ? (takes.limitName ?? name) : name;
    if (right !== name) draft.set(name, undefined);
    if (right === name || draft.get(right) === undefined) draft.set(right, least);
  }
}

const EFFORT_PLACES: Readonly<Record<ProtocolName, readonly [member: string, inner?: string]>> = {
  messages: ["output_config", "effort"],
  chat: ["reasoning_effort"],
  responses: ["reasoning", "effort"],
};

export function effortOf(protocol: ProtocolName, read: (name: string) => unknown): unknown {
  const [member, inner] = EFFORT_PLACES[protocol];
  return inner === undefined ? read(member) : memberOf(read(member), inner);
}

function setEffort(draft: Draft, protocol: ProtocolName, effort: Effort | undefined): void {
  const [member, inner] = EFFORT_PLACES[protocol];
  const whole = draft.get(member);
  if (inner === undefined) draft.set(member, effort);
  else if (effort === undefined) draft.set(member, less(whole, inner));
  else draft.set(member, { ...(isRecord(whole) && whole), [inner]: effort });
}

/** The decision's effort in place of the client's; a forced tool and thought are refused together. */
function chooseEffort(draft: Draft, { protocol, effort }: FitOptions): void {
  if (effort === undefined) return;
  if (protocol === "messages") {
    if (effort !== "none" && isForced(draft)) return;
    draft.set("thinking", { type: effort === "none" ? "disabled" : "adaptive" });
  }
  const isLevel = protocol !== "messages" || effort !== "none";
  setEffort(draft, protocol, isLevel ? effort : undefined);
}

function isForced(draft: Draft): boolean {
  const choice = draft.get("tool_choice");
  return isRecord(choice)
    ? !["auto", "none"].includes(textOf(choice["type"]) ?? "")
    : choice === "required" || choice === "any";
}

function fitEffort(draft: Draft, { protocol, takes: { efforts } }: FitOptions): void {
  const asked = effortOf(protocol, draft.get);
  if (asked === undefined || efforts === undefined || efforts.includes(asked as Effort)) return;
  const level = nearestEffort(asked, efforts);
  setEffort(draft, protocol, level);
}

/** A budget must leave room for the answer within `max_tokens`. */
function budgetWithin(draft: Draft, wanted: number): object | undefined {
  const most = countOf(draft.get("max_tokens")) ?? Infinity;
  const budget = Math.min(wanted, most - BUDGET_MIN);
  const least = most > BUDGET_MIN ? Math.min(Math.max(budget, BUDGET_MIN), most - 1) : 0;
  return least < BUDGET_MIN ? undefined : { type: "enabled", budget_tokens: least };
}

function thinkingFor(draft: Draft, { takes, isOpenWithoutThought }: FitOptions): unknown {
  const thinking = draft.get("thinking");
  const type = memberOf(thinking, "type");
  const budget = countOf(memberOf(thinking, "budget_tokens"));
  if (type === undefined) return thinking;
  if (takes.thinking === "none") return undefined;
  if (type === "disabled") return takes.alwaysThinks === true ? undefined : thinking;
  // A model of budgets demands the thought before an open call, and another model has it.
  if (takes.thinking === "budget" && isOpenWithoutThought) return undefined;
  if (type === "adaptive" && takes.thinking === "budget") {
    const asked = effortOf("messages", draft.get);
    return budgetWithin(draft, BUDGETS[isEffort(asked) ? asked : "medium"]);
  }
  if (type === "enabled" && takes.thinking === "adaptive") {
    const mode = budget === undefined ? "medium" : modeOfBudget(budget);
    if (effortOf("messages", draft.get) === undefined && budget !== undefined)
      setEffort(draft, "messages", isEffort(mode) ? mode : "medium");
    return { type: "adaptive" };
  }
  if (type === "enabled" && budget !== undefined && budget >= (countOf(draft.get("max_tokens")) ?? Infinity))
    return budgetWithin(draft, budget);
  return thinking;
}

/** Edits of the context that need thinking go with it. */
function fitContext(draft: Draft): void {
  const context = draft.get("context_management");
  if (!isRecord(context) || isThinking(draft.get("thinking"))) return;
  const edits = recordsOf(context["edits"]);
  const left = edits.filter(({ type }) => textOf(type)?.includes("thinking") !== true);
  if (left.length === edits.length) return;
  draft.set("context_management", left.length === 0 ? undefined : { ...context, edits: left });
}

const isThinking = (thinking: unknown): boolean =>
  ["enabled", "adaptive"].includes(textOf(memberOf(thinking, "type")) ?? "");

function fitSampling(draft: Draft, { protocol, takes }: FitOptions): void {
  const isFixed = takes.fixedSampling === true;
  for (const name of SAMPLING_MEMBERS) {
    const value = draft.get(name);
    if (value === undefined) continue;
    const isDefault = name !== "top_k" && value === 1 && protocol === "chat";
    if (isFixed && !isDefault) draft.set(name, undefined);
  }
  if (protocol === "messages" && draft.get("temperature") !== 1 && isThinking(draft.get("thinking")))
    draft.set("temperature", undefined);
}

const SEARCH = /^web_search/;
export const isSearch = ({ type }: Body): boolean => SEARCH.test(textOf(type) ?? "");
/** The version before searches that code of the model filters. */
const BASIC_SEARCH = "web_search_20250305";

const basicSearch = (tool: Body): Body => ({ ...tool, type: BASIC_SEARCH });

/** Searches of the provider in the version that the model has, and at an effort that allows them. */
function fitSearch(draft: Draft, { protocol, takes: { search } }: FitOptions): void {
  const tools = recordsOf(draft.get("tools"));
  if (!tools.some(isSearch)) return;
  if (search === "none") {
    const left = tools.filter((tool) => !isSearch(tool));
    draft.set("tools", left.length === 0 ? undefined : left);
    if (left.length === 0) draft.set("tool_choice", undefined);
    return;
  }
  const isNew = (tool: Body): boolean => isSearch(tool) && tool["type"] !== BASIC_SEARCH;
  if (protocol === "messages" && search === "basic" && tools.some(isNew))
    draft.set("tools", [...tools.filter((tool) => !isNew(tool)), ...tools.filter(isNew).map(basicSearch)]);
  if (protocol === "responses" && effortOf(protocol, draft.get) === "minimal")
    setEffort(draft, protocol, "low");
}

function fitTools(draft: Draft, { protocol, takes }: FitOptions): void {
  if (takes.forcedTool === false && isForced(draft))
    draft.set("tool_choice", protocol === "messages" ? { type: "auto" } : "auto");
  if (protocol !== "chat" || recordsOf(draft.get("tools")).length === 0) return;
  if (takes.chatTools === undefined || draft.get("reasoning_effort") === "none") return;
  // A model that cannot be without thought has no such level: its own default is left to it.
  const isOff = takes.chatTools === "effort_none" && takes.efforts?.includes("none") !== false;
  draft.set("reasoning_effort", isOff ? "none" : undefined);
}

/** Nothing where the model takes the call as it is. */
export function fitMembers(body: Body, options: FitOptions): Changes {
  const draft = createDraft(body);
  const { protocol, takes } = options;
  fitLimit(draft, options);
  chooseEffort(draft, options);
  if (protocol === "messages" && draft.get("thinking") !== undefined)
    draft.set("thinking", thinkingFor(draft, options));
  fitEffort(draft, options);
  for (const name of takes.without ?? []) draft.set(name, undefined);
  if (protocol === "messages") fitContext(draft);
  fitSampling(draft, options);
  fitSearch(draft, options);
  fitTools(draft, options);
  return draft.changes;
}
