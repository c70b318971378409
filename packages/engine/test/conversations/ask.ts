// Asks the shipped engine in the wire form, as a caller would, so that readers, catalogue and artefact all take part.
import type { Decision, SessionState } from "../../src/index.ts";
import { continueSession, plainInput, readSelectRequest } from "../../src/index.ts";
import { loadShippedEngine } from "../shipped-engine.ts";

const { engine, catalog } = await loadShippedEngine();

/** Today's usual choice: small and large, closed and open. */
export const USUAL: readonly string[] = [
  "openai/gpt-4o-mini",
  "openai/gpt-4o",
  "openai/o3",
  "openai/gpt-5",
  "anthropic/claude-haiku-4-5",
  "anthropic/claude-sonnet-4-5",
  "google/gemini-2.5-flash",
  "google/gemini-2.5-pro",
  "meta/llama-3.1-8b-instruct",
];

/** Those of them that nobody would send an olympiad problem to. */
export const WEAK: readonly string[] = [
  "openai/gpt-4o-mini",
  "openai/gpt-4o",
  "anthropic/claude-haiku-4-5",
  "meta/llama-3.1-8b-instruct",
];

export type Wire = Readonly<Record<string, unknown>>;

/** `body` is a request without candidates, or just the text of one user turn. */
export function ask(
  body: Wire | string,
  models: readonly (string | Wire)[] = USUAL,
  session?: SessionState,
): Decision {
  const wire = typeof body === "string" ? { messages: body } : body;
  const offered = models.map((model) => (typeof model === "string" ? { model } : model));
  const request = readSelectRequest({ ...wire, llm_providers: offered }, catalog);
  return engine.decide(plainInput({ ...request, session, explorationDraw: 0 }));
}

/** The next turn of a chain, `idleS` seconds later. */
export function askNext(
  before: Decision,
  body: Wire | string,
  idleS = 20,
  models: readonly string[] = USUAL,
): Decision {
  return ask(body, models, continueSession("before", before.record, idleS));
}

export function user(content: unknown): Wire {
  return { role: "user", content };
}

export function assistant(content: string): Wire {
  return { role: "assistant", content };
}

export function system(content: string): Wire {
  return { role: "system", content };
}
