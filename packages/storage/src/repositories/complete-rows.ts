// Rows of decisions name what they have in common by its digest (see journal/decision-parts.ts). The parts are put in before a
// record or a request is read.
import type { Context } from "../database/context.ts";
import { readStored } from "../database/json.ts";
import { completeRecord, partsOfRecord } from "../journal/decision-codec.ts";
import { keyOfDigest } from "../journal/decision-parts.ts";
import { completeRequest, partsOfRequest } from "../journal/pack-request.ts";

interface Kept {
  readonly explanation: Uint8Array;
  readonly request?: string;
}

/** Databases bound how many values one query may name. */
const KEYS_MAX = 500;
const BYTES_MAX = 4_194_304;

/** The content behind a digest never changes, and is the same for every reader of the digest. */
let contents = new Map<string, Uint8Array>();
let contentBytes = 0;

function keep(key: string, content: Uint8Array): void {
  if (contentBytes > BYTES_MAX) {
    contents = new Map();
    contentBytes = 0;
  }
  contents.set(key, content);
  contentBytes += content.length;
}

async function fetchParts(
  { db }: Context,
  accountId: string,
  keys: readonly string[],
): Promise<ReadonlyMap<string, Uint8Array>> {
  const found = new Map<string, Uint8Array>();
  for (let at = 0; at < keys.length; at += KEYS_MAX) {
    const digests = keys.slice(at, at + KEYS_MAX).map((key) => Buffer.from(key, "hex"));
    const rows = await db
      .selectFrom("decisionParts")
      .select(["digest", "content"])
      .where("accountId", "=", accountId)
      .where("digest", "in", digests)
      .execute();
    for (const { digest, content } of rows) found.set(keyOfDigest(digest), Uint8Array.from(content));
  }
  return found;
}

const keysOf = (rows: readonly Kept[]): ReadonlySet<string> =>
  new Set(
    rows.flatMap(({ explanation, request }) => [
      ...partsOfRecord(explanation),
      ...(request === undefined ? [] : partsOfRequest(request)),
    ]),
  );

/**
 * The rows of one account with all that they name in them.
 * @throws SignalboxError dependency_unavailable when a part is missing: the database is damaged
 */
export async function completeRows<R extends Kept>(
  context: Context,
  accountId: string,
  rows: readonly R[],
): Promise<readonly R[]> {
  const keys = readStored(() => keysOf(rows));
  const missing = [...keys].filter((key) => !contents.has(key));
  const known = contents;
  const fetched = await fetchParts(context, accountId, missing);
  for (const [key, content] of fetched) keep(key, content);
  const contentOf = (key: string): Uint8Array => {
    const content = fetched.get(key) ?? known.get(key);
    if (content === undefined) throw new Error(`decision_parts has no row ${key}`);
    return content;
  };
  const complete = (row: R): R => {
    const explanation = completeRecord(row.explanation, contentOf);
    return row.request === undefined
      ? { ...row, explanation }
      : { ...row, explanation, request: completeRequest(row.request, contentOf) };
  };
  return readStored(() => rows.map(complete));
}
