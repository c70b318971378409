import { MAIN_BECAUSE, ROLE_RULES } from "./roles.data.ts";
import type { CallRole } from "@signalbox/contracts";

import type { Shape } from "./shape.ts";

export interface ReadRole {
  readonly role: CallRole;
  readonly because: string;
}

export function readRole(shape: Shape): ReadRole {
  const rule = ROLE_RULES.find(({ when }) => when(shape));
  return rule === undefined
    ? { role: "main", because: MAIN_BECAUSE }
    : { role: rule.role, because: rule.because };
}
