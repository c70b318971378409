import type { Scope } from "@signalbox/contracts";

import type { Principal } from "../../context/principal.ts";
import { authorise } from "../access/authorise.ts";

/**
 * The person who makes or rotates a key can use it afterwards, so keys that erase are for those who may erase.
 * @throws SignalboxError forbidden
 */
export function assertMayGive(principal: Principal, scopes: readonly Scope[] | undefined): void {
  if (scopes?.includes("privacy") === true) authorise(principal, "privacy.manage");
}
