// Reads a refusal as a correction of the facts of its model. Members, codes and numbers are read before words:
// vendors reword their refusals, and the names of a body's members stay.
import type { ProtocolName } from "../protocols/protocol.ts";
import { countOf, memberOf, recordsOf, textOf } from "../protocols/read-json.ts";
import { effortOf, isSearch, LIMIT_MEMBERS, SAMPLING_MEMBERS } from "./fit-members.ts";
import { EFFORTS, type Takes } from "./takes.ts";

export interface Correction {
  readonly takes: Takes;
  /** Shown by `gateway status`. */
  readonly words: string;
  /** False where only this very call is too long. */
  readonly isOfModel: boolean;
}

export interface Refused {
  readonly text: string;
  readonly protocol: ProtocolName;
  /** The call as the model got it, but for its conversation. */
  readonly read: (name: string) => unknown;
  readonly members: readonly string[];
  readonly takes: Takes;
  /** The conversation holds thoughts. */
  readonly hasThoughts: boolean;
}

/** No call is whole without them. */
const NEEDED: ReadonlySet<string> = new Set([
  "model",
  "messages",
  "input",
  "tools",
  "stream",
  "system",
  "instructions",
  ...LIMIT_MEMBERS,
]);
/** Without any of these a call asks the same of its model. */
const OPTIONAL = [
  "thinking",
  "output_config",
  "context_management",
  "reasoning",
  "reasoning_effort",
  "service_tier",
  "speed",
  "verbosity",
  ...SAMPLING_MEMBERS,
];

interface Said {
  readonly words: string;
  /** The provider's own name of the member at fault. */
  readonly param: string;
  readonly code: string;
}

function saidIn(text: string): Said {
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch {
    return { words: text, param: "", code: "" };
  }
  const error = memberOf(parsed, "error") ?? parsed;
  return {
    words: textOf(memberOf(error, "message")) ?? textOf(memberOf(parsed, "message")) ?? text,
    param: textOf(memberOf(error, "param")) ?? "",
    code: textOf(memberOf(error, "code")) ?? "",
  };
}

/** Whether a name is there as a separate word: "thinking.type" names both its parts. */
function mentions({ words, param }: Said, name: string): boolean {
  const text = `${param} ${words}`.toLowerCase();
  for (let at = text.indexOf(name); at >= 0; at = text.indexOf(name, at + 1))
    if (!/[\w-]/.test(text[at - 1] ?? " ") && !/[\w-]/.test(text[at + name.length] ?? " ")) return true;
  return false;
}

const of = (takes: Takes, words: string, isOfModel = true): Correction => ({ takes, words, isOfModel });

function limitIn(said: Said, { read }: Refused): Correction | undefined {
  const name = LIMIT_MEMBERS.find((each) => read(each) !== undefined);
  const asked = name === undefined ? undefined : countOf(read(name));
  if (name === undefined || asked === undefined) return undefined;
  const other = (["max_completion_tokens", "max_tokens"] as const).find(
    (each) => each !== name && mentions(said, each),
  );
  if (other !== undefined && !said.code.endsWith("_value") && mentions(said, name))
    return of({ limitName: other }, `names its limit ${other}`);
  const numbers = (said.words.match(/\d[\d,_]*/g) ?? []).map((digits) =>
    Number(digits.replaceAll(/[,_]/g, "")),
  );
  const rest = numbers.filter((number) => number >= 256 && number !== asked);
  const isNamed = numbers.includes(asked) || mentions(said, name);
  if (!isNamed || rest.length === 0 || mentions(said, "budget_tokens")) return undefined;
  const [least, most] = [Math.min(...rest), Math.max(...rest)];
  // The length of the conversation, and the window that both share.
  if (rest.length > 1 && most > asked && most - least > 0 && least + asked > most)
    return of(
      { outputTokensMax: Math.max(1, most - least - 64) },
      "the conversation leaves less room",
      false,
    );
  return least < asked ? of({ outputTokensMax: least }, `answers in ${least} tokens at most`) : undefined;
}

function effortIn(said: Said, { read, protocol, takes }: Refused): Correction | undefined {
  const asked = effortOf(protocol, read);
  if (
    protocol === "chat" &&
    /\/v1\/responses|responses api/i.test(said.words) &&
    takes.chatTools === undefined
  )
    return of({ chatTools: "effort_none" }, "takes tools without effort alone");
  if (
    asked === undefined ||
    !(said.param.includes("effort") || mentions(said, "effort") || mentions(said, "reasoning_effort"))
  )
    return undefined;
  const levels = EFFORTS.filter(
    (level) => level !== asked && new RegExp(`['"\`]${level}['"\`]`).test(said.words),
  );
  return levels.length > 0 && takes.efforts?.join() !== levels.join()
    ? of({ efforts: levels }, `has the efforts ${levels.join(", ")}`)
    : of({ efforts: [] }, "has no levels of effort");
}

function searchIn(said: Said, { read, takes }: Refused): Correction | undefined {
  const types = recordsOf(read("tools"))
    .filter(isSearch)
    .map(({ type }) => textOf(type) ?? "");
  if (takes.search === "none" || !types.some((type) => mentions(said, type))) return undefined;
  return of({ search: "none" }, "runs no searches");
}

const FORMS = ["adaptive", "enabled", "budget_tokens", "thinking"];

function thinkingIn(said: Said, { read }: Refused): readonly Correction[] {
  const type = textOf(memberOf(read("thinking"), "type"));
  const edits = recordsOf(memberOf(read("context_management"), "edits"));
  if (edits.some((edit) => mentions(said, textOf(edit["type"])?.toLowerCase() ?? "-")))
    return [of({ without: ["context_management"] }, "takes no context_management")];
  if (type === undefined || !FORMS.some((form) => mentions(said, form))) return [];
  if (type === "disabled") return [of({ alwaysThinks: true }, "always thinks")];
  return [
    type === "adaptive"
      ? of({ thinking: "budget" }, "thinks by budget")
      : of({ thinking: "adaptive" }, "thinks adaptively"),
    of({ thinking: "none" }, "does not think in the form that was asked for"),
  ];
}

/** As Ollama says it, in all its protocols. */
const NO_THOUGHT = /does not support (?:thinking|reasoning)/i;
const THOUGHT_WORDS = /signature|encrypt|thought|thinking|reasoning/i;

/** The likeliest first; empty where the refusal says nothing that could be corrected. */
export function correctionsIn(refused: Refused): readonly Correction[] {
  const said = saidIn(refused.text);
  const { members, hasThoughts } = refused;
  const found: (Correction | undefined)[] = [];
  if (NO_THOUGHT.test(said.words))
    found.push(of({ thinking: "none", efforts: [], without: ["reasoning"] }, "does not think"));
  const isOfThoughts =
    hasThoughts && (said.code === "invalid_encrypted_content" || /signature|encrypt/i.test(said.words));
  if (isOfThoughts) found.push(of({ thoughts: false }, "takes no thoughts of other models"));
  found.push(
    searchIn(said, refused),
    limitIn(said, refused),
    effortIn(said, refused),
    ...thinkingIn(said, refused),
  );
  if (hasThoughts && THOUGHT_WORDS.test(said.words))
    found.push(of({ thoughts: false, thinking: "none" }, "takes no thoughts of other models"));
  const named = members.filter((name) => !NEEDED.has(name) && mentions(said, name.toLowerCase()));
  if (named.length > 0) found.push(of({ without: named }, `takes no ${named.join(", ")}`));
  const optional = OPTIONAL.filter((name) => members.includes(name));
  // A refusal that names nothing: the plain call, once.
  const corrections = found.filter((each) => each !== undefined);
  if (corrections.length > 0 || (optional.length === 0 && !hasThoughts)) return corrections;
  return [of({ without: optional, thoughts: false }, "takes the plain call alone")];
}

/** Facts with a correction over them; members that a model refuses add up. */
export const corrected = (takes: Takes, { takes: more }: Correction): Takes => ({
  ...takes,
  ...more,
  ...(more.without !== undefined && { without: [...new Set([...(takes.without ?? []), ...more.without])] }),
});
