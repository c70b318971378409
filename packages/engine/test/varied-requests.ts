// Requests of every kind from one seed: languages, sessions, tools, parts, dialects, objectives, rules and unknown models.
// The same seed always gives the same requests, on every machine.
import type { ListedModel } from "@signalbox/catalog";
import { mulberry32 } from "../src/numerics/index.ts";

import { VARIED_CONVERSATIONS } from "./varied-conversations.ts";
import { pastedText } from "./session-simulation/synthetic-traffic.ts";

type Wire = Record<string, unknown>;

export interface VariedRequest {
  readonly body: Wire;
  /** Continues the session of the request before. */
  readonly isNextTurn: boolean;
  /** Seconds since the request before. */
  readonly idleS: number;
}

interface RequestSource {
  readonly models: readonly ListedModel[];
  readonly preferenceIds: readonly string[];
  /** Beside the built-in ones. */
  readonly prompts: readonly string[];
}

const PROMPTS = [
  "thanks, that helps",
  "and now in French?",
  "hello",
  "Answer with only the letter: which is a prime? (A) 8 (B) 9 (C) 11",
  "Write 2000 words on the history of the metre.",
  "In two sentences: why is the sky blue?",
  "Write a Python function that groups these rows by month and sums the amounts, with a test.",
  "Prove that the number of spanning trees of the complete graph on n vertices is n^(n-2).",
  "This lock-free queue loses an element under contention. Find the race and prove the fix is correct.",
  "Evaluate the integral of ln(1 + x) / (1 + x^2) from 0 to 1 exactly and justify every step.",
  "Erkläre in drei Sätzen, warum Gezeiten entstehen.",
  "Résume cet article en cinq points et donne son maillon faible.",
  "Escribe un poema corto sobre el otoño en Madrid.",
  "Scrivi una funzione SQL che trova i clienti senza ordini.",
  "Explique a diferença entre juros simples e compostos.",
  "Leg uit hoe een B-boom in balans blijft.",
  "Napisz krótki e-mail z prośbą o urlop.",
  "Докажи, что корень из двух иррационален.",
  "用三句话解释量子纠缠。",
  "この文章を英語に翻訳してください。",
  "다음 코드를 설명해 주세요: for i in range(10): print(i)",
  "A patient with chest pain and raised troponin: list the differential diagnosis and the next steps.",
  "Summarise the contract: which clauses on termination favour the tenant?",
];
const ANSWERS = ["Done.", "Here is the proof, step by step: first ...", "```py\nprint(1)\n```"];
const TOOL = {
  type: "function",
  function: { name: "find", description: "Finds a row.", parameters: { type: "object", properties: {} } },
};
const TURN_SHARE = 0.4;

export function listVariedRequests(seed: number, count: number, source: RequestSource): VariedRequest[] {
  const random = mulberry32(seed);
  const requests: VariedRequest[] = [];
  while (requests.length < count) appendSession(requests, source, random);
  return requests.slice(0, count);
}

type Random = () => number;

function pick<T>(list: readonly T[], random: Random): T {
  const found = list[Math.floor(random() * list.length)];
  if (found === undefined) throw new RangeError("There is nothing to pick from.");
  return found;
}

/** One chain: the candidates stay, messages are added. */
function appendSession(requests: VariedRequest[], source: RequestSource, random: Random): void {
  const offered = candidatesOf(source.models, random);
  let { messages, tools } = openingOf(source.prompts, random);
  for (let isNextTurn = false; ; isNextTurn = true) {
    const idleS = random() < 0.1 ? 1_200 : 10 + 80 * random();
    requests.push({
      body: { messages, ...offered, ...tools, ...wishesOf(source, random) },
      isNextTurn,
      idleS,
    });
    if (random() > TURN_SHARE) return;
    const said = typeof messages === "string" ? [{ role: "user", content: messages }] : messages;
    const answered = { role: "assistant", content: pick(ANSWERS, random) };
    messages = [...said, answered, { role: "user", content: pick(PROMPTS, random) }];
    if (random() < 0.1) tools = { tools: [TOOL] };
  }
}

interface Opening {
  readonly messages: string | readonly unknown[];
  readonly tools: Wire;
}

function openingOf(prompts: readonly string[], random: Random): Opening {
  const draw = random();
  if (draw < 0.3) {
    const { messages, tools } = pick(VARIED_CONVERSATIONS, random);
    return { messages, tools: tools === undefined ? {} : { tools } };
  }
  const text = pick(draw < 0.6 && prompts.length > 0 ? prompts : PROMPTS, random);
  if (random() < 0.2) return { messages: text, tools: {} };
  const pasted = random() < 0.3 ? pastedText(random) : "";
  const content = random() < 0.1 ? [{ type: "text", text }, { type: "image_url" }] : `${pasted}\n${text}`;
  const system = random() < 0.2 ? [{ role: "system", content: "Answer in at most 50 words." }] : [];
  return {
    messages: [...system, { role: "user", content }],
    tools: random() < 0.15 ? { tools: [TOOL] } : {},
  };
}

function candidatesOf(models: readonly ListedModel[], random: Random): Wire {
  const count = 1 + Math.floor(11 * random());
  const labels = new Map<string, unknown>();
  for (let i = 0; i < count; i += 1) {
    const entry = candidateOf(models, random);
    labels.set(JSON.stringify([entry["name"], entry["provider"], entry["model"]]), entry);
  }
  const offered = [...labels.values()];
  return random() < 0.1 ? { models: offered } : { llm_providers: offered };
}

function candidateOf(models: readonly ListedModel[], random: Random): Wire {
  const { provider, model } = pick(models, random);
  const draw = random();
  const entry: Wire = draw < 0.4 ? { model: `${provider}/${model}` } : { provider, model };
  if (draw > 0.85) entry["model"] = `house-${Math.floor(6 * random())}-${pick(["7b", "70b", "x"], random)}`;
  if (random() < 0.25) entry["price"] = Math.round(400 * random() ** 2) / 20;
  if (random() < 0.1) entry["latency"] = 1 + Math.floor(30 * random());
  if (random() < 0.1) entry["name"] = `label-${Math.floor(1e6 * random())}`;
  const attributes: Wire = {};
  if (random() < 0.1) attributes["context_length"] = pick([2_000, 8_192, 128_000], random);
  if (random() < 0.08) attributes["max_output_tokens"] = pick([64, 512, 4_096], random);
  if (random() < 0.1) attributes["quality"] = Math.round(100 * random()) / 100;
  if (random() < 0.1) attributes["supports_tools"] = random() < 0.5;
  if (random() < 0.1) attributes["supports_structured_output"] = random() < 0.5;
  if (random() < 0.1) attributes["benchmarks"] = { mmlu_pro: Math.round(100 * random()) / 100 };
  if (random() < 0.1) attributes["modalities"] = pick([["text"], ["text", "image"]], random);
  if (random() < 0.1) attributes["tokens_per_second"] = 20 + Math.floor(100 * random());
  return Object.keys(attributes).length === 0 ? entry : { ...entry, attributes };
}

/** The wishes of a request beside an answer. */
function wishesOf({ preferenceIds }: RequestSource, random: Random): Wire {
  const draw = random();
  const wishes: Wire = { include: ["explanation", "ranking"] };
  if (draw < 0.3) wishes["tradeoff"] = pick(["cost", "latency"], random);
  else if (draw < 0.5) wishes["cost_quality_tradeoff"] = Math.floor(11 * random());
  if (random() < 0.35) wishes["preference_id"] = pick(preferenceIds, random);
  if (random() < 0.1) wishes["max_model_depth"] = 1 + Math.floor(3 * random());
  if (random() < 0.1)
    wishes["response_format"] = { type: pick(["json_schema", "json_object", "text"], random) };
  return wishes;
}
