// Follows the chain of seals from its first entry to its newest. Somebody who can write to the database but has no key cannot
// alter, add or take out an entry without a break here; entries cut off at the end, together with the place where the newest seal
// is kept, show only against a `head` that was noted elsewhere.
import type { AuditProof, AuditProofQuery } from "@signalbox/contracts";
import { auditSeal, NO_SEAL, type SealedEntry, type SealPlace, type Storage } from "@signalbox/storage";

import type { DigestKeys } from "../../context/digest-keys.ts";
import { authorise, type Caller } from "../access/authorise.ts";
import { toIso, toIsoOrNull } from "../timestamps.ts";
import { TRUNCATION } from "./audit-log.ts";

const ROWS_PER_STEP = 500;
const BREAKS_MAX = 20;

type Audit = Pick<Storage, "audit">["audit"];
type Break = AuditProof["breaks"][number];

/** How far the checking has come. */
interface Walk {
  seq: number;
  seal: string;
  entries: number;
  readonly breaks: Break[];
}

/** The entry at which the chain begins: its first, or the one behind the newest truncation. */
async function startOf(audit: Audit, accountId: string): Promise<SealPlace> {
  const [first] = await audit.listSealed({ accountId, afterSeq: 0, limit: 1 });
  if (first === undefined || first.entry.seq === 1) return { seq: 0, digest: NO_SEAL };
  const { items } = await audit.list({ accountId, action: TRUNCATION, limit: 1 });
  const { seq, seal } = items[0]?.details ?? {};
  return typeof seq === "number" && typeof seal === "string"
    ? { seq, digest: seal }
    : { seq: 0, digest: NO_SEAL };
}

function check(walk: Walk, keys: readonly string[], { entry, content }: SealedEntry): void {
  const { id, seq, digest } = entry;
  const place = { seq: seq ?? 0, id, at: toIso(entry.atMs) };
  if (place.seq !== walk.seq + 1) walk.breaks.push({ ...place, fault: "missing" });
  else if (!keys.some((key) => auditSeal(key, walk.seal, content) === digest))
    walk.breaks.push({ ...place, fault: "altered" });
  walk.seq = place.seq;
  walk.seal = digest ?? "";
  walk.entries += 1;
}

const noPlace = (seq: number, fault: Break["fault"]): Break => ({ seq, id: null, at: null, fault });

async function checkSince(audit: Audit, accountId: string, since: string): Promise<readonly Break[]> {
  const [seq = "", seal] = since.split(":");
  const [noted] = await audit.listSealed({ accountId, afterSeq: Number(seq) - 1, limit: 1 });
  const isThere = noted?.entry.seq === Number(seq) && noted.entry.digest === seal;
  return isThere ? [] : [noPlace(Number(seq), "replaced")];
}

interface AuditProver {
  readonly storage: { readonly audit: Audit };
  readonly digestKeys: Pick<DigestKeys, "of">;
}

export async function proveAuditLog(
  { storage: { audit }, digestKeys }: AuditProver,
  accountId: string,
  since?: string,
): Promise<AuditProof> {
  const keys = await digestKeys.of(accountId);
  // Read first: what is appended meanwhile only lengthens the chain.
  const head = await audit.head({ accountId });
  const start = await startOf(audit, accountId);
  const walk: Walk = { seq: start.seq, seal: start.digest, entries: 0, breaks: [] };
  let rows: readonly SealedEntry[];
  let headSeen = head === undefined;
  do {
    rows = await audit.listSealed({ accountId, afterSeq: walk.seq, limit: ROWS_PER_STEP });
    for (const row of rows) {
      check(walk, keys, row);
      headSeen ||= row.entry.seq === head?.seq && row.entry.digest === head?.digest;
    }
  } while (rows.length === ROWS_PER_STEP && walk.breaks.length < BREAKS_MAX);
  // Every account is created with an entry, and every truncation leaves one.
  if (head === undefined && walk.entries === 0) walk.breaks.push(noPlace(1, "missing"));
  if (!headSeen && walk.breaks.length < BREAKS_MAX) walk.breaks.push(noPlace(head?.seq ?? 0, "cut_off"));
  if (since !== undefined) walk.breaks.push(...(await checkSince(audit, accountId, since)));
  const unsealed = await audit.countUnsealed({ accountId });
  return {
    ok: walk.breaks.length === 0 && unsealed.rows === 0,
    entries: walk.entries,
    head: walk.entries === 0 ? null : `${walk.seq}:${walk.seal}`,
    unsealed: unsealed.rows,
    unsealed_until: toIsoOrNull(unsealed.newestMs),
    breaks: walk.breaks.slice(0, BREAKS_MAX),
  };
}

export function verifyAuditLog(
  context: AuditProver,
  caller: Caller,
  { since }: AuditProofQuery,
): Promise<AuditProof> {
  authorise(caller.principal, "audit.read");
  return proveAuditLog(context, caller.principal.accountId, since);
}
