// Prints the error of the tool-token estimates against billed input tokens: node research/tokens/measure-tool-tokens.ts --data DIR
// The data folder holds function-calling requests with the input tokens that the providers billed (bfcl.*).
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { gunzipSync } from "node:zlib";
import type { TokenizerFamily } from "../../packages/contracts/src/model-facts.ts";
import { estimateTokens } from "../../packages/engine/src/tokens/estimate-tokens.ts";
import { estimateToolTokens, type ToolText } from "../../packages/engine/src/tokens/tool-tokens.ts";

const MODELS: Readonly<Record<string, TokenizerFamily>> = {
  "gpt-4o-2024-08-06-FC": "o200k",
  "gpt-4-turbo-2024-04-09-FC": "cl100k",
  "claude-3-5-sonnet-20240620-FC": "claude",
  "claude-3-haiku-20240307-FC": "claude",
  "gemini-1.5-pro-preview-0514": "gemini",
  "open-mistral-nemo-2407-FC-Auto": "mistral",
  "meetkai_functionary-medium-v3.1-FC": "llama3",
};
const SEAM = "\n\nAvailable functions:\n";

interface ToolRequest {
  readonly question: string;
  readonly tools: readonly ToolText[];
}

interface RawTool {
  readonly name: string;
  readonly description?: string;
  readonly parameters?: unknown;
}

function readLines(dataDir: string, name: string): readonly string[] {
  return gunzipSync(readFileSync(join(dataDir, name)))
    .toString("utf8")
    .trim()
    .split("\n");
}

function toToolText({ name, description, parameters }: RawTool): ToolText {
  return { name, description: description ?? "", parametersJson: JSON.stringify(parameters ?? {}) };
}

function readRequest(prompt: string): ToolRequest | undefined {
  const seam = prompt.lastIndexOf(SEAM);
  if (seam < 0) return undefined;
  const listed = [JSON.parse(prompt.slice(seam + SEAM.length)) as RawTool | RawTool[]].flat();
  return { question: prompt.slice(0, seam), tools: listed.map(toToolText) };
}

function readRequests(dataDir: string): ReadonlyMap<string, ToolRequest> {
  const requests = readLines(dataDir, "bfcl.prompts.jsonl.gz").flatMap((line): [string, ToolRequest][] => {
    const { id, prompt } = JSON.parse(line) as { id: string; prompt: string };
    const request = readRequest(prompt);
    return request === undefined ? [] : [[id, request]];
  });
  return new Map(requests);
}

const { values } = parseArgs({ options: { data: { type: "string" } } });
if (values.data === undefined) throw new Error("Say where the data lie: --data DIR.");
const requests = readRequests(values.data);
const errors = new Map<string, number[]>();
for (const line of readLines(values.data, "bfcl.outcomes.csv.gz").slice(1)) {
  const [id = "", model = "", , , billed = ""] = line.split(",");
  const family = MODELS[model];
  const request = requests.get(id);
  if (family === undefined || request === undefined || Number(billed) <= 0) continue;
  const estimate = estimateTokens(request.question, family) + estimateToolTokens(request.tools, family);
  errors.set(model, [...(errors.get(model) ?? []), Math.abs(estimate - Number(billed)) / Number(billed)]);
}
process.stdout.write("| model | requests | median error | 90th percentile |\n|---|--:|--:|--:|\n");
for (const [model, list] of errors) {
  const sorted = list.toSorted((a, b) => a - b);
  const at = (share: number): string =>
    `${(100 * (sorted[Math.floor(share * sorted.length)] ?? 0)).toFixed(1)} %`;
  process.stdout.write(`| ${model} | ${sorted.length} | ${at(0.5)} | ${at(0.9)} |\n`);
}
