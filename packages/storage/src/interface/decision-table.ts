// Every column of a journal row, once: its name, what it holds, and, by its place, the order in which rows are written.
// The row types, the table's type, both inserts and the reading back are derived from here; a test holds the migrations
// to it.

import type { JsonObject } from "./common.ts";

/** Everything a decision knew, in numbers and codes: any JSON whose `ranking` tells these members. Its words are made by readers. */
export interface KeptDecision {
  readonly ranking: readonly {
    readonly label: string;
    /** Canonical id in the catalogue; null when unknown. */
    readonly modelId: string | null;
    readonly success: number;
    /** The same before the account's own outcomes were taken into account. */
    readonly shippedSuccess: number;
    readonly spread: number;
    readonly usd: number | null;
  }[];
  /** How the request was read, where that is known. */
  readonly conversation?: {
    /** @range 0..1 */
    readonly difficulty: number;
    readonly task?: { readonly operation: string; readonly field: string } | null | undefined;
  };
}

/** The value that a column holds, as the type that the rest of the service sees. */
interface Held {
  /** Ours, or checked before it comes here. */
  name: string;
  /** A caller's own words. PostgreSQL keeps no NUL in them. */
  words: string;
  /** Milliseconds since 1970. */
  time: number;
  count: number;
  figure: number;
  flag: boolean;
  vector: Float32Array;
  json: JsonObject;
  request: JsonObject;
  record: KeptDecision;
}

export type Kind = keyof Held;

interface Column<K extends Kind = Kind, Nullable extends boolean = boolean> {
  readonly kind: K;
  readonly isNullable: Nullable;
}

const always = <K extends Kind>(kind: K): Column<K, false> => ({ kind, isNullable: false });
const orNull = <K extends Kind>(kind: K): Column<K, true> => ({ kind, isNullable: true });

/** The narrow part: what lists and charts need. */
export const SUMMARY = {
  sessionId: always("name"),
  accountId: always("name"),
  keyId: orNull("name"),
  createdAtMs: always("time"),
  /** Session id of the first decision of the chain; its own id when it is the first. */
  chainId: always("name"),
  previousSessionId: orNull("name"),
  /** @range 1.. */
  turn: always("count"),
  label: always("words"),
  provider: orNull("words"),
  model: orNull("words"),
  /** Canonical id in the catalogue; null when unknown. */
  modelId: orNull("name"),
  field: always("name"),
  language: always("name"),
  difficulty: always("figure"),
  /** Success of the pick. @range 0..1 */
  success: always("figure"),
  spread: always("figure"),
  usd: orNull("figure"),
  seconds: orNull("figure"),
  /** Input tokens of the pick, for the next turn's cache arithmetic. */
  inputTokens: always("figure"),
  propensity: always("figure"),
  /** @unit microseconds from the read request to the finished decision */
  decideUs: always("figure"),
  degraded: always("flag"),
  explored: always("flag"),
  candidateCount: always("count"),
  rejectedCount: always("count"),
  artefactVersion: always("name"),
  catalogueVersion: always("name"),
  policyVersion: always("name"),
  preferenceId: orNull("name"),
  preferenceVersion: orNull("count"),
  /** The operation that was asked for; empty where it is not known. */
  operation: always("name"),
  /** Tags of the request, by name; null without any. */
  tags: orNull("json"),
  /** Role that an agent made the call for; null where the request did not say. */
  callRole: orNull("name"),
} as const satisfies Readonly<Record<string, Column>>;

export const DECISION = {
  ...SUMMARY,
  /** HMAC-SHA-256 of the content under the account's key, hex. */
  requestDigest: always("name"),
  /** HMAC-SHA-256 of whom the request was about, hex; null where it did not say. */
  subjectDigest: orNull("name"),
  /** The encoding. @shape featureCount */
  features: orNull("vector"),
  /** The record; the column has its name from when it held words. */
  explanation: always("record"),
  /** The request without any message text: candidates, dials, counts. */
  request: always("request"),
  /** The words that were asked; null unless the account's retention keeps them and the request did not hash. */
  text: orNull("json"),
  /** The answer that a shadow policy would have given; null without one. */
  shadow: orNull("json"),
} as const satisfies Readonly<Record<string, Column>>;

type Columns = Readonly<Record<string, Column>>;

/** A row of these columns as the rest of the service sees it. */
export type RowOf<C extends Columns> = {
  readonly [Name in keyof C]: Held[C[Name]["kind"]] | (C[Name]["isNullable"] extends true ? null : never);
};
