import { randomBytes, randomUUID } from "node:crypto";

import { DEFAULT_ACCOUNT_SETTINGS } from "@signalbox/contracts";
import type { Account } from "@signalbox/storage";

/** A fresh account with its own digest key. @param claimTokenHash SHA-256 of the claim token, for the bootstrap account */
export function newAccount(name: string, nowMs: number, claimTokenHash: string | null = null): Account {
  return {
    id: randomUUID(),
    name,
    settings: { ...DEFAULT_ACCOUNT_SETTINGS },
    digestKey: randomBytes(32).toString("hex"),
    claimTokenHash,
    createdAtMs: nowMs,
  };
}
