// The savings of a file: prompts, one a line, or a log as tools write them.
import { open } from "node:fs/promises";

import { SignalboxError, type ModelCatalog } from "@signalbox/contracts";
import type { CandidateInput, Engine } from "@signalbox/engine";
import { readMessages } from "@signalbox/engine/internals";

import { candidatesOf, compareWays, type SavingsReport } from "../../services/savings/compare-ways.ts";
import { candidateOf, createModelCounter } from "./past-call.ts";
import { readLog } from "./read-log.ts";

/** Requests beyond these are left out, so that a file of any size takes seconds. */
const REQUESTS_MAX = 2_000;
const BYTES_MAX = 64 * 1024 * 1024;

export interface SavingsOptions {
  readonly path: string;
  /** Candidates; the models of the log when empty. */
  readonly models: readonly string[];
  /** The model that is called now; the first candidate when undefined. */
  readonly now: string | undefined;
  readonly engine: Engine;
  readonly catalog: ModelCatalog;
}

/** A file that begins like JSON, or is packed or named as a table, is a log; any other has a prompt a line. */
export async function isLog(path: string): Promise<boolean> {
  if (/\.(?:gz|csv|jsonl?|ndjson)$/i.test(path)) return true;
  const file = await openFile(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(256), 0, 256, 0);
    return /^\s*[[{]/.test(buffer.toString("utf8", 0, bytesRead));
  } finally {
    await file.close();
  }
}

async function openFile(path: string) {
  try {
    return await open(path);
  } catch (cause) {
    throw new SignalboxError("bad_request", `${path} cannot be read. Check the path.`, { cause });
  }
}

export async function readPrompts(path: string): Promise<readonly string[]> {
  const file = await openFile(path);
  try {
    const { size } = await file.stat();
    if (size > BYTES_MAX)
      throw new SignalboxError("invalid_data", `${path} has more than 64 MiB. Give fewer prompts.`);
    const lines = (await file.readFile("utf8")).split(/\r?\n/);
    return lines.map((line) => line.trim()).filter((line) => line !== "");
  } finally {
    await file.close();
  }
}

interface Requests {
  readonly messages: readonly ReturnType<typeof readMessages>[];
  readonly leftOut: number;
  /** Models that the log names, most used first. */
  readonly called: readonly CandidateInput[];
}

async function readRequests({ path, catalog }: SavingsOptions): Promise<Requests> {
  if (!(await isLog(path))) {
    const prompts = await readPrompts(path);
    const messages = prompts.slice(0, REQUESTS_MAX).map((text) => readMessages(text));
    return { messages, leftOut: prompts.length - messages.length, called: [] };
  }
  const counter = createModelCounter(catalog);
  const messages: ReturnType<typeof readMessages>[] = [];
  let leftOut = 0;
  for await (const { reading } of readLog(path, undefined)) {
    if (reading.kind !== "call") continue;
    counter.add(reading.call);
    if (reading.call.messages === undefined || messages.length >= REQUESTS_MAX) leftOut += 1;
    else messages.push(readMessages(reading.call.messages));
  }
  return { messages, leftOut, called: counter.list().map((named) => candidateOf(named, catalog)) };
}

/** @throws SignalboxError bad_request for a file that is not there; invalid_data where it has no request with a text and a price */
export async function estimateSavings(options: SavingsOptions): Promise<SavingsReport> {
  const { messages, leftOut, called } = await readRequests(options);
  const report = await compareWays(options.engine, candidatesOf(options, called), messages);
  if (report !== undefined) return { ...report, leftOut: leftOut + report.leftOut };
  throw new SignalboxError(
    "invalid_data",
    `${options.path} has no request to compare: each needs a text, and the models need prices.`,
  );
}
