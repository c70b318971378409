// A request whose values its schema has checked, member by member. Explicit nulls are ignored; unknown members are warned of.
import { isRecord, readKeptTags } from "@signalbox/contracts";
import type { FieldError, ModelCatalog, SelectRequestWire } from "@signalbox/contracts";

import { serviceTierOf } from "../candidates/service-tier.ts";
import { collectCandidates } from "./read-candidates.ts";
import { collectContentFeatures } from "./read-content-features.ts";
import { collectMessages } from "./read-messages.ts";
import { collectTools } from "./read-tools.ts";
import type { Reading, Faults } from "./reading.ts";
import type { Asked, OutputFormat } from "../input/decision-input.ts";

export interface SelectRequest extends Asked {
  readonly preferenceId: string | undefined;
  readonly previousSession: string | undefined;
  /** True too when the content came as features: there is no text to keep. */
  readonly hashContent: boolean;
  readonly includeExplanation: boolean;
  readonly includeRanking: boolean;
  readonly includeWarnings: boolean;
  /** False: the chain is not looked for where `previousSession` is not stated. */
  readonly findsSession: boolean;
  /** Members that were not read, or that look misspelt. */
  readonly warnings: readonly FieldError[];
}

/** A member that is null, or an empty id, counts as left out. */
const idOf = (id: string | null | undefined): string | undefined =>
  id === "" ? undefined : (id ?? undefined);

interface Collecting {
  readonly catalog: ModelCatalog;
  readonly faults: Faults;
  readonly reading: Reading;
}

export function collectRequest(
  wire: SelectRequestWire,
  { catalog, faults, reading }: Collecting,
): SelectRequest {
  const messages = collectMessages(wire, faults, reading);
  const tools = collectTools(wire.tools, faults);
  reading.check(() => "tools");
  const sent = { messageCount: messages.length, toolCount: tools.length };
  const content = collectContentFeatures(wire.content_features, sent, faults);
  return {
    messages,
    tools,
    content,
    candidates: collectCandidates(wire, catalog, faults),
    tradeoff: wire.tradeoff ?? undefined,
    costQualityTradeoff: wire.cost_quality_tradeoff ?? undefined,
    hardCostQualityTradeoff: wire.hard_cost_quality_tradeoff ?? undefined,
    maxModelDepth: wire.max_model_depth ?? undefined,
    maxLossPoints: wire.max_loss_points ?? undefined,
    usdPerPoint: wire.usd_per_point ?? undefined,
    allowShutDown: wire.allow_shut_down ?? undefined,
    serviceTier: serviceTierOf(wire.service_tier),
    outputFormat: outputFormatOf(wire),
    maxOutputTokens: boundOf(wire),
    tags: readKeptTags(wire.tags),
    callRole: wire.call_role ?? undefined,
    preferenceId: idOf(wire.preference_id),
    previousSession: idOf(wire.previous_session),
    hashContent: wire.hash_content === true || content !== undefined,
    includeExplanation: wire.include?.includes("explanation") === true,
    includeRanking: wire.include?.includes("ranking") === true,
    includeWarnings: wire.include?.includes("warnings") === true,
    findsSession: wire.find_session !== false,
    warnings: [],
  };
}

/** Each dialect has its own spelling; where several are sent, the least holds. */
export function boundOf({
  max_tokens: most,
  max_completion_tokens: completion,
  max_output_tokens: output,
}: SelectRequestWire): number | undefined {
  const least = Math.min(most ?? Infinity, completion ?? Infinity, output ?? Infinity);
  return least === Infinity ? undefined : least;
}

/** Each protocol has a separate place. */
function outputFormatOf({
  response_format,
  text,
  output_config: config,
}: SelectRequestWire): OutputFormat | undefined {
  const places = [response_format, isRecord(text) && text["format"], isRecord(config) && config["format"]];
  const types = places.map((place) => (isRecord(place) ? place["type"] : undefined));
  return types.find((type) => type === "json_object" || type === "json_schema");
}
