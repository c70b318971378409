// A second policy decides beside the first: journalled for comparison, never answered, and never able to fail a request.
import { SignalboxError } from "@signalbox/contracts";
import type { DecisionInput, Engine } from "@signalbox/engine";
import type { JsonObject } from "@signalbox/storage";

import type { CompletePreference } from "../../context/account-state.ts";

export function decideShadow(
  engine: Engine,
  { asked, known }: DecisionInput,
  shadow: CompletePreference | undefined,
): JsonObject | null {
  if (shadow === undefined) return null;
  const named = { preference_id: shadow.id, version: shadow.version };
  try {
    const learned = shadow.learned ?? known.learned;
    const { label, record } = engine.decide({ asked, known: { ...known, preference: shadow, learned } });
    const pick = record.ranking.find((candidate) => candidate.label === label);
    return { ...named, label, success: pick?.success, usd: pick?.usd, seconds: pick?.seconds };
  } catch (error) {
    if (!(error instanceof SignalboxError)) throw error;
    return { ...named, label: null, refused: error.code };
  }
}
