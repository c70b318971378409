// Options that every adapter takes: the client, the wishes for the choice, and the limits of the calls that follow it.
import type { ModelCallOptions } from "../call/call-model.ts";
import type { Signalbox } from "../create-signalbox.ts";
import { assertLimits } from "../transport/limits.ts";
import { assertListed } from "../select/fallback.ts";
import type { SelectRequest } from "../select/selection.ts";
import { SignalboxApiError } from "../transport/errors.ts";

/** Members of the selection request that a caller wishes, under the names of the interface. */
export type RoutingWishes = Pick<
  SelectRequest,
  | "tradeoff"
  | "cost_quality_tradeoff"
  | "preference_id"
  | "max_model_depth"
  | "max_loss_points"
  | "usd_per_point"
  | "hash_content"
  | "previous_session"
  | "tags"
>;

export interface RoutingOptions
  extends Omit<RoutingWishes, "previous_session">, Omit<ModelCallOptions<unknown>, "signal" | "usageOf"> {
  /** From `createSignalbox`. Its own defaults hold for everything that is not said here. */
  readonly client: Signalbox;
}

const WISHES = [
  "tradeoff",
  "cost_quality_tradeoff",
  "preference_id",
  "max_model_depth",
  "max_loss_points",
  "usd_per_point",
  "hash_content",
  "previous_session",
  "tags",
] as const satisfies readonly (keyof RoutingWishes)[];

/** The wishes among any members; all others are left out. */
export function pickWishes(members: Readonly<Record<string, unknown>> | undefined): RoutingWishes {
  if (members === undefined) return {};
  const given = WISHES.filter((name) => members[name] !== undefined);
  return Object.fromEntries(given.map((name) => [name, members[name]]));
}

/** Limits and fallback, without what the client's own defaults should decide. */
export function pickCallOptions(
  options: RoutingOptions,
  signal: AbortSignal | undefined,
): Omit<ModelCallOptions<unknown>, "usageOf"> {
  const { client: _client, ...members } = options;
  const wished = new Set<string>(WISHES);
  const given = Object.entries(members).filter(([name, value]) => !wished.has(name) && value !== undefined);
  return { ...Object.fromEntries(given), signal };
}

/** A mistake in how an adapter is set up, thrown when the adapter is made. */
export const setupError = (detail: string): SignalboxApiError =>
  new SignalboxApiError({ code: "bad_request", detail, status: 0 });

/**
 * Two candidates under one label could not be distinguished in an answer.
 * @throws SignalboxApiError bad_request, also without a client or for a limit that is no number; unlisted_label for a fallback that is none of them
 */
export function assertSetup(
  labels: readonly string[],
  // Callers without types forget them.
  options: Partial<RoutingOptions> | undefined,
): void {
  if (options?.client === undefined)
    throw setupError("There is no `client` among the options. Give one that `createSignalbox` has made.");
  assertLimits(options);
  if (labels.length === 0) throw setupError("There are no models to choose from. List at least one.");
  const repeated = labels.find((label, index) => labels.indexOf(label) !== index);
  if (repeated !== undefined)
    throw setupError(`Two models have the label ${JSON.stringify(repeated)}. Give one of them a \`name\`.`);
  assertListed(options.fallback, new Map(labels.map((label) => [label, label])));
}
