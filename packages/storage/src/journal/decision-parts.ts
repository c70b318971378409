// Parts that decisions have in common: the shape of a record, the names of its candidates, the list that a request offered. Each is
// kept once an account under a digest of its content, and rows name it by that digest.
import { createHash } from "node:crypto";

import type { DecisionPartsTable } from "../database/journal-tables.ts";
import { hourOf } from "./hours.ts";

export const DIGEST_BYTES = 16;

export interface DecisionPart {
  /** SHA-256, its first half. */
  readonly digest: Uint8Array;
  /** The digest as hex. */
  readonly key: string;
  readonly content: Uint8Array;
}

export function partOf(content: Uint8Array): DecisionPart {
  const digest = createHash("sha256").update(content).digest().subarray(0, DIGEST_BYTES);
  return { digest, key: digest.toString("hex"), content };
}

export const keyOfDigest = (digest: Uint8Array): string => Buffer.from(digest).toString("hex");

interface Use extends DecisionPartsTable {
  readonly part: DecisionPart;
}

/** Accounts that are remembered for a part; beyond it some parts are written again, which changes nothing. */
const ACCOUNTS_MAX = 10_000;

/**
 * Which parts a batch has to bring along. One that the database has is written again in the first batch of each hour that
 * uses it: what was not used for longer than decisions are kept may go.
 */
export class PartLedger {
  /** Hours of the last use that is committed, by account. */
  readonly #committed = new WeakMap<DecisionPart, Map<string, number>>();
  #uses = new Map<string, Use>();

  note(parts: readonly DecisionPart[], accountId: string, atMs: number): void {
    const hourMs = hourOf(atMs);
    for (const part of parts) {
      const known = this.#committed.get(part)?.get(accountId);
      if (known === undefined || known < hourMs) this.#add(part, accountId, atMs);
    }
  }

  /** In key order, as two that lock the same rows must lock them. The next batch begins with none. */
  take(): readonly Use[] {
    const uses = [...this.#uses].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, use]) => use);
    this.#uses = new Map();
    return uses;
  }

  /** The database has them now. */
  confirm(uses: readonly Use[]): void {
    for (const { part, accountId, usedAtMs } of uses) {
      const hours = this.#committed.get(part) ?? new Map<string, number>();
      if (hours.size >= ACCOUNTS_MAX) hours.clear();
      hours.set(accountId, Math.max(hours.get(accountId) ?? 0, hourOf(usedAtMs)));
      this.#committed.set(part, hours);
    }
  }

  #add(part: DecisionPart, accountId: string, atMs: number): void {
    const key = `${accountId} ${part.key}`;
    const { digest, content } = part;
    const usedAtMs = Math.max(atMs, this.#uses.get(key)?.usedAtMs ?? 0);
    this.#uses.set(key, { accountId, digest, content, usedAtMs, part });
  }
}

export type PartUse = ReturnType<PartLedger["take"]>[number];

/** As the database keeps it. */
export const rowOfUse = ({ accountId, digest, content, usedAtMs }: PartUse): DecisionPartsTable => ({
  accountId,
  digest,
  content,
  usedAtMs,
});
