// Describes the settings of a gateway, so that a second start can say where its flags differ. No key is among them.
import type { GatewaySettings } from "./settings.ts";

export const DESCRIBED = [
  "candidates",
  "upstreams",
  "preference",
  "tradeoff",
  "baseline",
  "escalate",
] as const;
export type Described = Readonly<Record<(typeof DESCRIBED)[number], string>>;

export function describeSettings(settings: GatewaySettings): Described {
  const { candidates, upstreams, plain, baseline, escalation } = settings;
  return {
    candidates: candidates.map(({ label }) => label).join(", "),
    upstreams: upstreams.map(({ url }) => url).join(", "),
    preference: plain.preference ?? "none",
    tradeoff: plain.tradeoff ?? "none",
    baseline: baseline ?? "the most expensive candidate",
    escalate: escalation ?? "turn, and now in runs without a person",
  };
}
