// The fake provider's script that says no: a call is refused by the first rule that it breaks, else answered with thoughts that
// its model signs, and billed with a prompt cache.
import { createHash } from "node:crypto";

import type { Got, Reply, Script } from "../fake-provider.ts";
import { isJson, signatureOf, turnsOf, type Asked, type Door } from "./asked.ts";
import { REFUSALS, type RefusalRule } from "./refusals.data.ts";

export type Phrasing = "reported" | "other";

const DOORS: readonly (readonly [end: string, door: Door])[] = [
  ["/messages", "messages"],
  ["/chat/completions", "chat"],
  ["/responses", "responses"],
];

const tokensOf = (value: unknown): number => Math.ceil((JSON.stringify(value) ?? "").length / 4);

export function askedIn({ path, body, headers, model }: Got): Asked | undefined {
  const door = DOORS.find(([end]) => path.split("?")[0]?.endsWith(end))?.[1];
  if (door === undefined) return undefined;
  const { tools, system, instructions, messages, input } = body;
  const tokens = tokensOf([tools, system, instructions, messages, input]);
  return { door, model: model.slice(model.lastIndexOf("/") + 1), body, headers, path, tokens };
}

export const brokenBy = (asked: Asked): RefusalRule | undefined =>
  REFUSALS.find(
    ({ door, model, when }) =>
      (door === undefined || door === asked.door) &&
      (model === undefined || model.test(asked.model)) &&
      when(asked),
  );

function refuse(rule: RefusalRule, asked: Asked, phrasing: Phrasing): Reply {
  const [a, b] = rule.numbers?.(asked) ?? [];
  const text = phrasing === "reported" ? rule.words : rule.other;
  return {
    status: rule.status ?? 400,
    error: text.replace("{a}", `${a ?? ""}`).replace("{b}", `${b ?? ""}`),
    members: { type: "invalid_request_error", ...rule.error },
  };
}

interface Billed {
  readonly inputTokens: number;
  readonly cachedTokens: number;
  readonly writtenTokens: number;
}

/** How far prompts are in the cache of each model. Claude caches what is marked, others everything. */
function createCache(): (asked: Asked) => Billed {
  const seen = new Set<string>();
  return (asked) => {
    const { body, model } = asked;
    const isMarked = asked.door !== "messages" || JSON.stringify(body).includes('"cache_control"');
    const parts = [[body["tools"], body["system"], body["instructions"]], ...turnsOf(asked)].map((part) =>
      JSON.stringify(part, (name, value: unknown) => (name === "cache_control" ? undefined : value)),
    );
    let prefix = model;
    let [cached, all] = [0, 0];
    for (const part of parts) {
      prefix = createHash("sha256").update(prefix).update(part).digest("base64");
      all += Math.ceil(part.length / 4);
      if (isMarked && seen.has(prefix)) cached = all;
      if (isMarked) seen.add(prefix);
    }
    const written = isMarked && asked.door === "messages" ? all - cached : 0;
    return { inputTokens: all, cachedTokens: cached, writtenTokens: written };
  };
}

export interface StrictOptions {
  readonly script?: Script;
  readonly phrasing?: Phrasing;
  /** Called with each rule that a call breaks. */
  readonly onRefusal?: (rule: string, model: string) => void;
}

export function createStrictScript({
  script = () => ({}),
  phrasing = "reported",
  onRefusal = () => {},
}: StrictOptions = {}): Script {
  const bill = createCache();
  let thoughts = 0;
  return (got, index) => {
    const asked = askedIn(got);
    if (asked === undefined) return script(got, index);
    const rule = brokenBy(asked);
    if (rule !== undefined) {
      onRefusal(rule.rule, asked.model);
      return refuse(rule, asked, phrasing);
    }
    const reply = script(got, index);
    const isPlain = Object.keys(reply).every((name) => ["text", "tool", "inputTokens"].includes(name));
    if (!isPlain) return reply;
    thoughts += 1;
    const thinking = isJson(got.body["thinking"]) && got.body["thinking"]["type"] !== "disabled";
    const isSealed = Array.isArray(got.body["include"]);
    const isSigned = (asked.door === "messages" && thinking) || (asked.door === "responses" && isSealed);
    return {
      ...bill(asked),
      ...(isSigned && { signature: `${signatureOf(asked.model)}${thoughts}` }),
      ...(asked.door === "chat" && asked.model.startsWith("deepseek") && { thought: `thought ${thoughts}` }),
      ...reply,
    };
  };
}
