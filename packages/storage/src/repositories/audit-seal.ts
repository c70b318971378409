// The seal of a row of the audit log: a keyed digest of the row and of the seal before it. Nobody without the key can alter,
// insert or leave out a row so that the seals still agree.
import { createHmac } from "node:crypto";

import type { Selectable } from "kysely";

import type { Database } from "../database/schema.ts";

type Row = Omit<Selectable<Database["auditLog"]>, "digest">;

/** Before the first row of an account. */
export const NO_SEAL = "";

/** Everything that a row says, in one form. */
export const sealedContent = (row: Row): string =>
  JSON.stringify([
    row.seq,
    row.id,
    row.accountId,
    row.atMs,
    row.actorKind,
    row.actorId,
    row.actorName,
    row.action,
    row.targetId,
    row.details,
    row.ip,
  ]);

/** @param previous seal of the row before; `NO_SEAL` for the first @returns HMAC-SHA-256, hex */
export const auditSeal = (key: string, previous: string, content: string): string =>
  createHmac("sha256", key).update(`signalbox audit log\n${previous}\n${content}`).digest("hex");
