// Every limit of who may compete, in the order in which they are checked: the first that a candidate breaks is the one it is
// rejected by. What is unknown is never held against an ability; a ceiling is a promise, so the unknown does not keep it.
import type { ModelShutdown } from "@signalbox/contracts";
import { shutdownWords } from "../wording/shutdown-words.ts";
import type { PartModality } from "../reader/conversation/message.ts";
import { sureBound } from "../cost/sure-bound.ts";
import type { Estimated } from "../estimate/estimated.ts";
import type { OutputFormat } from "../input/decision-input.ts";
import { findForbiddingRule, type ForbiddingRule } from "../preference/preference-rules.ts";
import { formatPercent, formatPoints, formatSeconds, formatTokens, formatUsd } from "../wording/format.ts";
import type { FilterTable } from "./filter.ts";
import type { BrokenCeiling, Excess } from "./rejection.ts";

/** Token counts are estimates: this share is kept free, so that a conversation at the edge is not sent to fail. */
const WINDOW_RESERVE = 1.02;
const FITS_NOT = {};

type NoMisfit = object;

/** Details of each misfit, by code: the numbers or the name that the words need. */
export interface Misfits {
  readonly preference_rule: { readonly rule: ForbiddingRule };
  readonly shut_down: { readonly shutdown: ModelShutdown };
  readonly deprecated: NoMisfit;
  readonly modality: { readonly modality: PartModality };
  readonly tools: NoMisfit;
  readonly output_format: { readonly format: OutputFormat };
  readonly context_window: Excess & { readonly isInputAlone?: true };
  readonly output_limit: Excess;
  readonly price_ceiling: BrokenCeiling;
  readonly latency_ceiling: BrokenCeiling;
  /** The success that is asked for, and the candidate's own. */
  readonly minimum_quality: Excess;
  /** Points that it surely is below the best at most, and the most that may be lost. */
  readonly loss_bound: Excess;
  /** The candidate's rank, and the last that is considered. */
  readonly depth: Excess;
}

export const FILTER_TABLE: FilterTable = {
  preference_rule: {
    code: "preference_rule",
    binds: "always",
    isAsked: ({ policy }) => policy !== undefined,
    check: ({ candidate }, { policy, budget }) => {
      const rule = policy && findForbiddingRule(policy, candidate, budget);
      return rule && { rule };
    },
    words: ({ rule }) => `The preference keeps it out (${ruleWords(rule)}).`,
  },
  shut_down: {
    code: "shut_down",
    binds: "if_strict",
    isAsked: ({ allowsShutDown }) => !allowsShutDown,
    check: ({ candidate: { shutdown } }, { allowsShutDown }) =>
      !allowsShutDown && shutdown?.state === "past" && shutdown.isUnsure !== true ? { shutdown } : undefined,
    words: ({ shutdown }) => `${shutdownWords(shutdown)} Calls of it fail.`,
  },
  deprecated: {
    code: "deprecated",
    binds: "unless_waived",
    isAsked: ({ policy }) => policy?.reject_deprecated === true,
    check: ({ candidate }, { policy }) =>
      policy?.reject_deprecated === true && candidate.isDeprecated ? FITS_NOT : undefined,
    words: () => "Its vendor has deprecated it, and the preference rejects deprecated models.",
  },
  modality: {
    code: "modality",
    binds: "if_strict",
    isAsked: ({ modalities }) => modalities.length > 0,
    check: ({ candidate: { refusedModalities: refused } }, needs) => {
      const modality = refused && needs.modalities.find((needed) => refused.includes(needed));
      return modality && { modality };
    },
    words: ({ modality }) => `The conversation contains ${MODALITY_WORDS[modality]}, which it cannot read.`,
  },
  tools: {
    code: "tools",
    binds: "if_strict",
    isAsked: ({ needsTools }) => needsTools,
    check: ({ candidate }, { needsTools }) =>
      needsTools && candidate.supportsTools === false ? FITS_NOT : undefined,
    words: () => "The conversation uses tools, which it does not support.",
  },
  output_format: {
    code: "output_format",
    binds: "if_strict",
    isAsked: ({ outputFormat }) => outputFormat === "json_schema",
    check: ({ candidate }, { outputFormat: format }) =>
      format === "json_schema" && candidate.supportsStructuredOutput === false ? { format } : undefined,
    words: ({ format }) => `The answer must be ${format}, which it does not support.`,
  },
  context_window: {
    code: "context_window",
    binds: "if_strict",
    check: (estimated) => {
      const { contextTokens: limit, maxOutputTokens = Infinity } = estimated.candidate;
      const { maxInputTokens: inputLimit = Infinity } = estimated.candidate;
      const input = Math.ceil(estimated.usage.inputTokens * WINDOW_RESERVE);
      if (input > inputLimit) return { need: input, limit: inputLimit, isInputAlone: true };
      if (limit === undefined) return undefined;
      const output = Math.min(outputTokensOf(estimated), maxOutputTokens);
      const need = Math.ceil(estimated.usage.inputTokens * WINDOW_RESERVE + output);
      return need > limit ? { need, limit } : undefined;
    },
    words: ({ need, limit, isInputAlone }) =>
      isInputAlone === true
        ? `Needs about ${formatTokens(need)} tokens of input; it takes ${formatTokens(limit)}.`
        : `Needs about ${formatTokens(need)} tokens of input and answer; its context window holds ${formatTokens(limit)}.`,
  },
  output_limit: {
    code: "output_limit",
    binds: "if_strict",
    check: (estimated) => {
      const { maxOutputTokens: limit } = estimated.candidate;
      const need = outputTokensOf(estimated);
      return limit !== undefined && need > limit ? { need: Math.ceil(need), limit } : undefined;
    },
    words: ({ need, limit }) =>
      `The answer is expected to take about ${formatTokens(need)} tokens; it can write at most ${formatTokens(limit)}.`,
  },
  price_ceiling: {
    code: "price_ceiling",
    binds: "unless_waived",
    isAsked: ({ policy }) => policy?.price_ceiling_usd !== undefined,
    check: ({ bill }, { policy }) =>
      brokenCeiling({ expected: bill.usd, high: bill.usdHigh }, policy?.price_ceiling_usd),
    words: ({ need, limit, sure }) =>
      need === null
        ? `No price is known, so the ceiling of ${formatUsd(limit)} a call cannot be kept; state its price.`
        : `Expected to cost ${formatUsd(need)}${sureWords({ need, limit, sure }, formatUsd)}; the ceiling is ${formatUsd(limit)} a call.`,
  },
  latency_ceiling: {
    code: "latency_ceiling",
    binds: "unless_waived",
    isAsked: ({ policy }) => policy?.latency_ceiling_s !== undefined,
    check: ({ latency }, { policy }) =>
      brokenCeiling({ expected: latency.seconds, high: latency.high }, policy?.latency_ceiling_s),
    words: ({ need, limit, sure }) =>
      need === null
        ? `No speed is known, so the ceiling of ${formatSeconds(limit)} cannot be kept; state its latency.`
        : `Expected to take ${formatSeconds(need)}${sureWords({ need, limit, sure }, formatSeconds)}; the ceiling is ${formatSeconds(limit)}.`,
  },
  minimum_quality: {
    code: "minimum_quality",
    binds: "if_strict",
    isAsked: ({ policy }) => policy?.minimum_success !== undefined,
    check: ({ success }, { policy }) => {
      const need = policy?.minimum_success;
      return need !== undefined && success < need ? { need, limit: success } : undefined;
    },
    words: ({ need, limit }) =>
      `Estimated success ${formatPercent(limit)}; the preference asks for at least ${formatPercent(need)}.`,
  },
  loss_bound: {
    code: "loss_bound",
    binds: "if_strict",
    words: ({ need, limit }) =>
      `It may lie ${formatPoints(need / 100)} below the best candidate (80 % bound); at most ${formatPoints(limit / 100)} may be lost.`,
  },
  depth: {
    code: "depth",
    binds: "if_strict",
    words: ({ need, limit }) =>
      `Ranked ${need} by estimated success; only the first ${limit} were to be considered.`,
  },
};

const MODALITY_WORDS: Readonly<Record<PartModality, string>> = {
  image: "an image",
  audio: "audio",
  video: "a video",
  file: "a file",
};

/** Visible and hidden. */
function outputTokensOf({ usage }: Estimated): number {
  return usage.output.visibleMean + usage.output.hiddenMean;
}

interface Expected {
  readonly expected: number | undefined;
  /** Nine in ten such calls stay below it. */
  readonly high: number | undefined;
}

/** A ceiling is kept when the call keeps it with 80 % probability, not when an average call would. */
function brokenCeiling({ expected, high }: Expected, limit: number | undefined): BrokenCeiling | undefined {
  if (limit === undefined) return undefined;
  if (expected === undefined) return { need: null, limit };
  const sure = sureBound(expected, high);
  return sure <= limit ? undefined : { need: expected, limit, sure };
}

/** Added when the expected value is under the ceiling but the 80 % bound is not. */
function sureWords({ need, limit, sure }: BrokenCeiling, format: (value: number) => string): string {
  return sure === undefined || need === null || need > limit
    ? ""
    : `, but one call in five takes more than ${format(sure)}`;
}

function ruleWords(rule: ForbiddingRule): string {
  return rule.kind === "denied" ? `denied: ${rule.match}` : "not on the allow list";
}
