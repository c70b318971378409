// Members of `thinking` and `reasoning` that look misspelt, of a request, a candidate or its attributes.
import type { FieldError } from "@signalbox/contracts";
import { isRecord } from "@signalbox/contracts";

import type { Wire } from "./near-names.ts";
import { namesOf, warnOfNearMisses } from "./near-names.ts";

const NAMES = {
  thinking: namesOf(["type", "budget_tokens"]),
  reasoning: namesOf(["effort", "max_tokens"]),
} as const;

export function warnOfEffort(wire: Wire, location: () => string, warnings: FieldError[]): void {
  for (const member of ["thinking", "reasoning"] as const) {
    const stated = wire[member];
    if (!isRecord(stated)) continue;
    warnOfNearMisses(stated, {
      location: () => `${location()}.${member}`,
      names: NAMES[member],
      warnings,
    });
  }
}
