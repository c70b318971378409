// The bodies that are sent, the same in every run: no text twice, as users write; turns of agents, whose earlier turns were sent
// before; and one body again and again, which flatters every cache and stands beside the others for comparison alone.

import { createCatalog, listModels } from "@signalbox/catalog";
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";

// Texts that do not come again: requests of the atlas in all its languages, one after the other, and prose of the project's own
// documentation for what stands before them. The same ones in every run.

const ROOT = join(import.meta.dirname, "../..");
/** Primes, so that neighbours are unlike each other and a combination of texts comes again only after millions. */
const STRIDES = [6_151, 977] as const;
const PROSE_STRIDE = 102_929;

interface AtlasRow {
  readonly text?: string;
  readonly messages?: readonly { readonly role: string; readonly content: unknown }[];
}

/** Words of a row's last message; its placeholders stand for texts that lie elsewhere. */
function wordsOf(line: string): string {
  const { text, messages } = JSON.parse(line) as AtlasRow;
  const words = text ?? messages?.findLast(({ role }) => role === "user")?.content;
  return typeof words === "string" ? words.replaceAll(/\{\{\w+\}\}/g, "the text below") : "";
}

const read = (pattern: string): readonly string[] =>
  globSync(pattern, { cwd: ROOT })
    .toSorted()
    .map((file) => readFileSync(join(ROOT, file), "utf8"));

interface VariedTexts {
  /** The n-th text of about this length. @param chars in UTF-16 code units */
  question(n: number, chars: number): string;
  /** English prose with tables and code. */
  prose(n: number, chars: number): string;
}

function readVariedTexts(): VariedTexts {
  const requests = read("atlas/requests/*.jsonl").flatMap((file) =>
    file
      .split("\n")
      .filter((line) => line !== "")
      .map(wordsOf)
      .filter((words) => words !== ""),
  );
  const prose = read("docs/**/*.md").join("\n");
  return {
    question: (n, chars) => {
      let text = "";
      for (let part = 0; text.length < chars; part += 1) {
        const at = (n * STRIDES[0] + part * STRIDES[1] * (1 + (n % 89))) % requests.length;
        text += `${part === 0 ? "" : "\n"}${requests[at] ?? ""}`;
      }
      return text.slice(0, chars).toWellFormed();
    },
    prose: (n, chars) => {
      const at = (n * PROSE_STRIDE) % (prose.length - chars);
      return prose.slice(at, at + chars).toWellFormed();
    },
  };
}

const WORDS =
  "how can a small team keep a large service simple when every request asks for another exception and nobody remembers why the first rule was made explain with examples and compare three designs".split(
    " ",
  );

const MODELS = [
  "openai/gpt-4o-mini",
  "openai/gpt-4o",
  "openai/o3",
  "openai/gpt-4.1",
  "openai/gpt-4.1-mini",
  "anthropic/claude-sonnet-4-5",
  "anthropic/claude-3-5-haiku",
  "google/gemini-2.5-pro",
  "google/gemini-2.5-flash",
  "meta-llama/llama-3.3-70b-instruct",
  "mistralai/mistral-large",
  "deepseek/deepseek-chat",
  "qwen/qwen-2.5-72b-instruct",
  "x-ai/grok-3",
  "x-ai/grok-3-mini",
  "openai/gpt-5",
  "openai/gpt-5-mini",
  "anthropic/claude-opus-4.1",
  "google/gemini-2.0-flash-001",
  "meta-llama/llama-3.1-8b-instruct",
];

export interface BenchCase {
  readonly name: string;
  /** Body number n; some callers count for themselves. */
  readonly bodyOf: (n: number) => string;
}

function textOf(chars: number): string {
  const words: string[] = [];
  for (let length = 0, index = 0; length < chars; index += 1) {
    const word = WORDS[(index * 7) % WORDS.length] ?? "";
    words.push(word);
    length += word.length + 1;
  }
  return words.join(" ").slice(0, chars);
}

function toolOf(index: number): object {
  return {
    type: "function",
    function: {
      name: `look_up_${index}`,
      description: textOf(160),
      parameters: {
        type: "object",
        properties: { query: { type: "string", description: textOf(60) }, limit: { type: "integer" } },
        required: ["query"],
      },
    },
  };
}

const texts = readVariedTexts();

interface VariedShape {
  /** Length of the question. Default 420. */
  readonly asked?: number;
  readonly turns: number;
  /** Length of each turn before the last one. */
  readonly chars: number;
  readonly candidates: number;
  readonly tools: number;
}

const QUESTION_CHARS = 420;

const catalogued = listModels(createCatalog()).models;

/** Well-known ones; beyond twenty all of the catalogue. */
const providers = (count: number): readonly object[] =>
  count > MODELS.length
    ? catalogued.slice(0, count).map(({ provider, model }) => ({ provider, model }))
    : MODELS.slice(0, count).map((model) => ({ provider: model.split("/")[0], model: model.split("/")[1] }));

/** A question that never came before, after turns of prose that never came before. */
function variedBody(
  { turns, chars, candidates, tools, asked = QUESTION_CHARS }: VariedShape,
  n: number,
): string {
  return JSON.stringify({
    messages: Array.from({ length: turns }, (_, turn) => ({
      role: turn % 2 === turns % 2 ? "assistant" : "user",
      content: turn === turns - 1 ? texts.question(n, asked) : texts.prose(n * turns + turn, chars),
    })),
    llm_providers: providers(candidates),
    ...(tools === 0 ? {} : { tools: Array.from({ length: tools }, (_, index) => toolOf(index)) }),
    tradeoff: "cost",
  });
}

const AGENTS = 48;
const AGENT_TURNS = 40;
const STARTED_STEPS = 40;
const AGENT_TOOLS = Array.from({ length: 8 }, (_, index) => toolOf(index));

/** A call of a tool and what it gave back. */
function agentStep(seed: number, step: number): readonly object[] {
  const id = `call_${seed}_${step}`;
  const query = texts.question(seed * AGENT_TURNS + step, 60);
  const call = { name: `look_up_${step % 8}`, arguments: JSON.stringify({ query }) };
  return [
    { role: "assistant", content: null, tool_calls: [{ id, type: "function", function: call }] },
    { role: "tool", tool_call_id: id, content: texts.prose(seed * AGENT_TURNS + step, 420) },
  ];
}

/** The first request of an agent: its instructions, the task, and 40 steps that it made elsewhere, 36 KB in all. */
const agentStart = (seed: number): readonly object[] => [
  { role: "system", content: texts.prose(seed % 7, 3_000) },
  { role: "user", content: texts.question(seed, QUESTION_CHARS) },
  ...Array.from({ length: STARTED_STEPS }, (_, step) => agentStep(seed + 1_000_000, step)).flat(),
];

/** Conversations by their seed: each body continues the one that its agent sent before. */
const agentMessages = new Map<number, object[]>();

/**
 * The bodies of 48 agents, each in turn: 36 KB growing to 63 KB over 40 turns, so that one body of 40 holds a conversation that
 * was never sent before. Numbers are to be asked for in order, as often as wanted.
 */
function agentBody(n: number): string {
  const agent = n % AGENTS;
  const turn = Math.floor(n / AGENTS) % AGENT_TURNS;
  const seed = agent + AGENTS * Math.floor(n / AGENTS / AGENT_TURNS);
  let messages = agentMessages.get(seed);
  if (messages === undefined) {
    messages = [...agentStart(seed)];
    agentMessages.set(seed, messages);
    agentMessages.delete(seed - 2 * AGENTS);
  }
  const length = 2 + 2 * (STARTED_STEPS + turn);
  while (messages.length < length) messages.push(...agentStep(seed, messages.length));
  return JSON.stringify({
    messages: messages.slice(0, length),
    tools: AGENT_TOOLS,
    llm_providers: providers(10),
    tradeoff: "cost",
  });
}

const varied = (name: string, shape: Omit<VariedShape, "tools">): BenchCase => ({
  name,
  bodyOf: (n) => variedBody({ tools: 0, ...shape }, n),
});
const short = varied("two words, 10 candidates", { turns: 1, chars: 0, candidates: 10, asked: 10 });
const small = varied("1 KB varied, 10 candidates", { turns: 1, chars: 0, candidates: 10 });
const replayed = small.bodyOf(0);

/** The first two differ in the text alone, which gives the cost of reading. */
export const CASES = [
  short,
  small,
  varied("100 characters, 10 candidates", { turns: 1, chars: 0, candidates: 10, asked: 100 }),
  varied("10 KB varied, 10 candidates", { turns: 7, chars: 1_400, candidates: 10 }),
  varied("50 KB varied, 10 candidates", { turns: 9, chars: 6_100, candidates: 10 }),
  varied("1 KB varied, 200 candidates", { turns: 1, chars: 0, candidates: 200 }),
  { name: "50 KB turn of an agent, prefix seen", bodyOf: agentBody },
  { name: "1 KB replayed, 10 candidates", bodyOf: () => replayed },
] as const satisfies readonly BenchCase[];

/** Bodies of a case one after the other, from the first. */
export function bodiesOf({ bodyOf }: BenchCase): () => string {
  let n = -1;
  return () => bodyOf((n += 1));
}
