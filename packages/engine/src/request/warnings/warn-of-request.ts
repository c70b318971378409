// Warns of members of the request that a model cannot honour, or whose price is unknown. Lists of candidates are kept with their
// warnings; these depend on the rest of the body.
import type { FieldError, SelectRequestWire } from "@signalbox/contracts";

import type { CandidateInput } from "../../candidates/candidate.ts";
import { pricesOf } from "../../candidates/candidate-prices.ts";
import { factorAt, serviceTierOf } from "../../candidates/service-tier.ts";
import type { ServiceTier } from "../../candidates/service-tier.ts";
import { formatTokens } from "../../wording/format.ts";
import { boundOf } from "../collect-request.ts";
import { readThought } from "../read-mode.ts";
import { NAME_CHARS_SHOWN } from "./near-names.ts";
import type { Warnings } from "./warnings.ts";

const at = (label: string): string => `llm_providers: ${label.slice(0, NAME_CHARS_SHOWN)}`;

function boundWarning({ label, facts }: CandidateInput, bound: number): FieldError | undefined {
  const limit = facts?.maxOutputTokens;
  if (limit === undefined || bound <= limit) return undefined;
  return {
    location: at(label),
    message: `\`max_tokens\` is ${formatTokens(bound)}; ${label} writes at most ${formatTokens(limit)} tokens, and its provider refuses more.`,
    fix: `Send at most ${limit} to it.`,
  };
}

function thoughtWarning({ label, facts }: CandidateInput): FieldError | undefined {
  if (facts?.accepts?.canBeOff !== false || facts.modes === undefined) return undefined;
  return {
    location: at(label),
    message: `The thinking of ${label} cannot be switched off; it is taken in the least mode that it has.`,
    fix: "Leave the switch out for it, or state an effort.",
  };
}

function tierWarning(candidate: CandidateInput, tier: ServiceTier): FieldError | undefined {
  const prices = pricesOf(candidate);
  const isFree = prices.inputUsdPerMTok === 0 && prices.outputUsdPerMTok === 0;
  if (isFree || prices.source !== "catalogue" || factorAt(prices, tier) !== undefined) return undefined;
  return {
    location: at(candidate.label),
    message: `The price of \`service_tier\` "${tier}" is not known for ${candidate.label}; its bill is at the standard price.`,
    fix: "State `input_price` and `output_price` of that tier.",
  };
}

export function warnOfRequest(
  body: SelectRequestWire,
  candidates: readonly CandidateInput[],
  warnings: Warnings,
): void {
  const bound = boundOf(body);
  const tier = serviceTierOf(body.service_tier);
  const isOff = readThought(body)?.mode === "none";
  if (bound === undefined && tier === undefined && !isOff) return;
  for (const candidate of candidates) {
    if (warnings.isFull) return;
    const found = [
      bound === undefined ? undefined : boundWarning(candidate, bound),
      isOff ? thoughtWarning(candidate) : undefined,
      tier === undefined ? undefined : tierWarning(candidate, tier),
    ];
    warnings.add(...found.filter((warning) => warning !== undefined));
  }
}
