// Shapes that every repository shares. Times are milliseconds since the epoch, given by the caller: storage reads no clock.

/** Any JSON object, kept as it came. */
export type JsonObject = Readonly<Record<string, unknown>>;

/** Every account-scoped call names its account; what belongs to another account behaves as missing. */
export interface AccountScope {
  readonly accountId: string;
}

export interface PageInput {
  /** `nextCursor` of the page before. @throws bad_request when it was not made by this list */
  readonly cursor?: string | undefined;
  /** @range 1..500, default 50 */
  readonly limit?: number | undefined;
}

export interface Page<T> {
  readonly items: readonly T[];
  /** Null when nothing follows. */
  readonly nextCursor: string | null;
}

/** Who did something, for the audit log and for authorship. */
export interface Actor {
  readonly kind: "user" | "key" | "system";
  readonly id: string | null;
  /** Shown to people: an e-mail address or the name of a key. */
  readonly name: string;
}
