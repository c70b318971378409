import { createBoundedMap } from "@signalbox/engine/internals";

import type { GatewayCandidate } from "../settings/settings.ts";
import type { GatewayContext } from "./gateway-context.ts";
import type { Target } from "./own-model.ts";
import { takesOf, type Takes } from "../models/takes.ts";

const known = new WeakMap<object, ReturnType<typeof createBoundedMap<Takes>>>();
const KEPT_MAX = 1_000;

/** Facts of a target, before anything that refusals have taught; a candidate may state its window. */
export function takesOfTarget(
  { catalog }: Pick<GatewayContext, "catalog">,
  { model, label, wire }: Target & Partial<Pick<GatewayCandidate, "wire">>,
): Takes {
  const kept = known.get(catalog) ?? createBoundedMap<Takes>(KEPT_MAX);
  known.set(catalog, kept);
  const key = `${model}\n${label}`;
  const takes = kept.get(key) ?? takesOf(catalog, [model, label]);
  kept.set(key, takes);
  const windowTokens = wire?.context_length ?? undefined;
  return windowTokens === undefined ? takes : { ...takes, windowTokens };
}

/** Whether a label that is remembered names the same model as a target, in whatever spelling. */
export function sameModel(
  catalog: GatewayContext["catalog"],
  label: string,
  target: Pick<Target, "label" | "model">,
): boolean {
  if (label === target.label) return true;
  const own = (catalog.resolve({ model: target.label }) ?? catalog.resolve({ model: target.model }))?.id;
  return own !== undefined && catalog.resolve({ model: label })?.id === own;
}
