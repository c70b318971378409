// The requests of a log, of a file of prompts or of a gateway's sample, as calls that any model can be asked again.
import { createHash } from "node:crypto";

import { isRecord, SignalboxError } from "@signalbox/contracts";
import { readMessages, readTools } from "@signalbox/engine/internals";
import { splitmix32 } from "@signalbox/engine/numerics";
import type { SampledCall } from "@signalbox/gateway";
import { isLog, readLog, readPrompts } from "@signalbox/server";

import { readTurnsOf, type Question } from "./ask-model.ts";

type Messages = ReturnType<typeof readMessages>;
type Tools = ReturnType<typeof readTools>;
type Turns = ReturnType<typeof readTurnsOf>;

export interface PastRequest {
  /** Line of the file, from 1. */
  readonly line: number;
  readonly question: Omit<Question, "tokensMax">;
  readonly messages: Messages;
  readonly tools: Tools;
  readonly turns: Turns;
  /** Member of the request that holds its messages, for a decision of the service. */
  readonly sent: unknown;
}

export interface PastRequests {
  /** An even sample where the file has more than `REQUESTS_MAX`. */
  readonly requests: readonly PastRequest[];
  /** Requests that could be asked again; of a sample, as many as its share says. */
  readonly total: number;
  /** Counts by reason, of a sample as `total`. */
  readonly leftOut: Readonly<Record<string, number>>;
  /** Digest of the texts. */
  readonly digest: string;
}

const REQUESTS_MAX = 2_000;
/** A longer request is left out: it would cost as much as hundreds of others. @unit characters */
const CHARS_MAX = 200_000;
const SEED = 55;

const typesIn = (list: readonly unknown[]): ReadonlySet<unknown> =>
  new Set(
    list.flatMap((each) => {
      if (!isRecord(each)) return [];
      const parts = Array.isArray(each["content"]) ? each["content"].filter(isRecord) : [];
      return [each["type"], ...parts.map(({ type }) => type)];
    }),
  );

const hasAny = (types: ReadonlySet<unknown>, names: readonly string[]): boolean =>
  names.some((name) => types.has(name));

const schemaOf = (json: string): unknown => JSON.parse(json);

/** In the protocol whose forms the log has: a tool keeps its ids, a part its meaning. */
function questionOf(sent: unknown, tools: Tools): Omit<Question, "tokensMax"> {
  const list: readonly unknown[] = Array.isArray(sent) ? sent : [{ role: "user", content: sent }];
  const types = typesIn(list);
  const with_ = (form: (tool: Tools[number]) => object): object =>
    tools.length === 0 ? {} : { tools: tools.map(form) };
  const named = ({ name, description, parametersJson }: Tools[number], member: string): object => ({
    name,
    description,
    [member]: schemaOf(parametersJson),
  });
  if (hasAny(types, ["function_call", "function_call_output", "input_text", "output_text"]))
    return {
      protocol: "responses",
      body: { input: list, ...with_((tool) => ({ type: "function", ...named(tool, "parameters") })) },
    };
  if (hasAny(types, ["tool_use", "tool_result", "thinking"])) {
    const isSystem = (each: unknown): boolean => isRecord(each) && each["role"] === "system";
    const system = list.filter(isSystem).map((each) => (isRecord(each) ? each["content"] : ""));
    const said = system.filter((text) => typeof text === "string").join("\n\n");
    const messages = list.filter((each) => !isSystem(each));
    return {
      protocol: "messages",
      body: {
        ...(said !== "" && { system: said }),
        messages,
        ...with_((tool) => named(tool, "input_schema")),
      },
    };
  }
  return {
    protocol: "chat",
    body: {
      messages: list,
      ...with_((tool) => ({ type: "function", function: named(tool, "parameters") })),
    },
  };
}

function toolsOf(value: unknown): Tools {
  try {
    return readTools(value);
  } catch (error) {
    if (error instanceof SignalboxError) return [];
    throw error;
  }
}

interface Sent {
  readonly sent: unknown;
  readonly tools: unknown;
  readonly line: number;
  /** As a gateway got it. */
  readonly question?: Omit<Question, "tokensMax">;
}

const MODELS_ROLES: ReadonlySet<string> = new Set(["assistant", "call", "thought"]);

/** @returns the reason where it cannot be asked again */
export function readRequest({ sent, tools, line, question: stated }: Sent): PastRequest | string {
  if (sent === undefined) return "no text was kept";
  try {
    const messages = readMessages(sent);
    if (messages.some(({ parts }) => parts.length > 0)) return "pictures or files";
    if (messages.reduce((sum, { text }) => sum + text.length, 0) > CHARS_MAX) return "too long";
    const read = toolsOf(tools);
    const question = stated ?? questionOf(sent, read);
    const turns = readTurnsOf({ ...question, tokensMax: 0 });
    const [last] = turns.at(-1) ?? [];
    if (last === undefined || MODELS_ROLES.has(last)) return "nothing is left to answer";
    if (turns.some(([role]) => role === "call" || role === "result") && read.length === 0)
      return "calls of tools without the tools";
    return { line, question, messages, tools: read, turns, sent };
  } catch (error) {
    if (error instanceof SignalboxError || error instanceof SyntaxError)
      return "a form that cannot be asked again";
    throw error;
  }
}

async function* readSent(path: string): AsyncGenerator<Sent | string> {
  if (!(await isLog(path))) {
    for (const [at, sent] of (await readPrompts(path)).entries())
      yield { sent, tools: undefined, line: at + 1 };
    return;
  }
  for await (const { reading, line } of readLog(path, undefined))
    if (reading.kind === "call") yield { sent: reading.call.messages, tools: reading.call.tools, line };
    else yield reading.kind === "fault" ? "lines that cannot be read" : reading.reason;
}

/** A gateway answers its sample as a list. @throws SignalboxError dependency_unavailable */
async function* readSample(url: string, key: string | undefined): AsyncGenerator<Sent> {
  const answer = await fetch(`${url.replace(/\/$/, "")}/sample`, {
    headers: key === undefined ? {} : { "x-signalbox-key": key },
  }).catch((cause: unknown) => {
    throw new SignalboxError("dependency_unavailable", `No gateway answers at ${url}.`, { cause });
  });
  const list: unknown = await answer.json().catch(() => undefined);
  if (!answer.ok || !Array.isArray(list))
    throw new SignalboxError(
      "bad_request",
      `${url} gives no sample (${answer.status}). Start the gateway with --sample 2% and --key, and set SIGNALBOX_GATEWAY_KEY here.`,
    );
  for (const [at, each] of (list as readonly SampledCall[]).entries())
    yield { sent: each.messages, tools: each.tools, line: at + 1, question: each };
}

/** Drawn before they are read: most requests of a long log are only counted. */
async function drawSent(source: AsyncIterable<Sent | string>) {
  const drawn: Sent[] = [];
  const leftOut: Record<string, number> = {};
  const random = splitmix32(SEED);
  let seen = 0;
  for await (const each of source) {
    if (typeof each === "string") {
      leftOut[each] = (leftOut[each] ?? 0) + 1;
      continue;
    }
    seen += 1;
    const at = seen <= REQUESTS_MAX ? seen - 1 : Math.floor(random() * seen);
    if (at < REQUESTS_MAX) drawn[at] = each;
  }
  return { drawn, seen, leftOut };
}

/** @throws SignalboxError bad_request, invalid_data, dependency_unavailable */
export async function readRequests(path: string, gatewayKey: string | undefined): Promise<PastRequests> {
  const source = /^https?:\/\//.test(path) ? readSample(path, gatewayKey) : readSent(path);
  const { drawn, seen, leftOut } = await drawSent(source);
  const read = drawn.map(readRequest);
  const requests = read.filter((each) => typeof each !== "string");
  const inFile = (count: number): number => Math.round((count * seen) / drawn.length);
  const reasons = Map.groupBy(
    read.filter((each) => typeof each === "string"),
    (reason) => reason,
  );
  for (const [reason, { length }] of reasons) leftOut[reason] = (leftOut[reason] ?? 0) + inFile(length);
  if (requests.length === 0) {
    const why = Object.entries(leftOut).map(([reason, count]) => `${count}: ${reason}`);
    throw new SignalboxError(
      "invalid_data",
      `${path} has no request that can be asked again${why.length === 0 ? "" : ` (${why.join("; ")})`}. It needs texts.`,
    );
  }
  const hash = createHash("sha256").update(String(seen));
  for (const { question } of requests) hash.update(JSON.stringify(question));
  return { requests, total: inFile(requests.length), leftOut, digest: hash.digest("hex") };
}
