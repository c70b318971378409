// What the turns of one session add up to.
import type { DecisionRecord } from "@signalbox/engine";
import { readRecord } from "@signalbox/engine/internals";
import type { DecisionRow } from "@signalbox/storage";

export interface TurnSums {
  turns: number;
  readonly models: Map<string, number>;
  readonly roles: Map<string, number>;
  /** Label picked, by the session id of the decision. */
  readonly picks: Map<string, string>;
  switches: number;
  escalations: number;
  inputTokens: number;
  cachedTokens: number;
  /** Turns in which pick and best candidate both have a price. */
  compared: number;
  savedUsd: number;
}

export const noTurns = (): TurnSums => ({
  turns: 0,
  models: new Map(),
  roles: new Map(),
  picks: new Map(),
  switches: 0,
  escalations: 0,
  inputTokens: 0,
  cachedTokens: 0,
  compared: 0,
  savedUsd: 0,
});

/** Expected dollars of the candidate with the highest estimated success; null where its price is unknown. */
function bestUsd(ranking: DecisionRecord["ranking"]): number | null {
  const best = ranking.reduce<DecisionRecord["ranking"][number] | undefined>(
    (most, candidate) => (most === undefined || candidate.success > most.success ? candidate : most),
    undefined,
  );
  return best?.usd ?? null;
}

/** @param sums changed in place */
export function addTurn(sums: TurnSums, row: DecisionRow): void {
  const { ranking, session } = readRecord(row.record);
  const pick = ranking.find(({ label }) => label === row.label);
  sums.turns += 1;
  sums.models.set(row.label, (sums.models.get(row.label) ?? 0) + 1);
  if (row.callRole !== null) sums.roles.set(row.callRole, (sums.roles.get(row.callRole) ?? 0) + 1);
  sums.picks.set(row.sessionId, row.label);
  sums.inputTokens += pick?.inputTokens ?? row.inputTokens;
  sums.cachedTokens += pick?.cachedInputTokens ?? 0;
  if (session.action === "switched") {
    sums.switches += 1;
    const before = ranking.find(({ label }) => label === session.previousLabel);
    if (before === undefined || before.success < row.success) sums.escalations += 1;
  }
  const best = bestUsd(ranking);
  if (best === null || row.usd === null) return;
  sums.compared += 1;
  sums.savedUsd += best - row.usd;
}
