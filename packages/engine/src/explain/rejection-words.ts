// One sentence for each rejection, with the numbers that did not fit.
import type { RejectionCode, RejectionRecord } from "../filter/rejection.ts";
import { formatPercent, formatSeconds, formatTokens, formatUsd } from "./format.ts";

type Sentence = (fault: RejectionRecord) => string;

const SENTENCES: Readonly<Record<RejectionCode, Sentence>> = {
  context_window: ({ need, limit }) =>
    `Needs about ${tokens(need)} tokens of input and answer; its context window holds ${tokens(limit)}.`,
  output_limit: ({ need, limit }) =>
    `The answer is expected to take about ${tokens(need)} tokens; it can write at most ${tokens(limit)}.`,
  modality: ({ what }) => `The conversation contains ${modalityWords(what)}, which it cannot read.`,
  tools: () => "The conversation uses tools, which it does not support.",
  output_format: ({ what }) => `The answer must be ${what ?? "structured"}, which it does not support.`,
  deprecated: () => "Its vendor has deprecated it, and the preference rejects deprecated models.",
  preference_rule: ({ what }) => `The preference keeps it out (${what ?? "rule"}).`,
  price_ceiling: ({ need, limit }) =>
    need === null
      ? `No price is known, so the ceiling of ${usd(limit)} a call cannot be kept; state its price.`
      : `Expected to cost ${usd(need)}; the ceiling is ${usd(limit)} a call.`,
  latency_ceiling: ({ need, limit }) =>
    need === null
      ? `No speed is known, so the ceiling of ${seconds(limit)} cannot be kept; state its latency.`
      : `Expected to take ${seconds(need)}; the ceiling is ${seconds(limit)}.`,
  minimum_quality: ({ need, limit }) =>
    `Estimated success ${percent(limit)}; the preference asks for at least ${percent(need)}.`,
  depth: ({ need, limit }) =>
    `Ranked ${need ?? "?"} by estimated success; only the first ${limit ?? "?"} were to be considered.`,
};

export function rejectionWords(fault: RejectionRecord): string {
  return SENTENCES[fault.code](fault);
}

function modalityWords(what: string | null | undefined): string {
  if (what === "image" || what === "audio") return what === "image" ? "an image" : "audio";
  return what === "video" || what === "file" ? `a ${what}` : "a part";
}

function tokens(value: number | null): string {
  return formatTokens(value ?? 0);
}

function usd(value: number | null): string {
  return formatUsd(value ?? 0);
}

function seconds(value: number | null): string {
  return formatSeconds(value ?? 0);
}

function percent(value: number | null): string {
  return formatPercent(value ?? 0);
}
