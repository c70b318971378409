import type { Account } from "@signalbox/storage";

export type KeyedAccount = Pick<Account, "id" | "digestKey">;

/**
 * The keys under which an account's content is digested, the newest first. More than one is there where an earlier schema rotated
 * them: the earlier ones still find what was digested with them.
 */
export interface DigestKeys {
  /** @throws SignalboxError not_found for an unknown account; invalid_configuration when its keys are not where they should be */
  of(accountId: string): Promise<readonly [string, ...string[]]>;
  ofAccount(account: KeyedAccount): Promise<readonly [string, ...string[]]>;
  /** Puts the key of an account that is about to be created where keys are kept; what it returns goes into the database. */
  keep<A extends KeyedAccount>(account: A): Promise<A>;
  /** Deletes the keys of an account that no longer exists or was never created. */
  destroy(accountId: string): Promise<void>;
  /** Moves keys from the database to their configured place. Returns the number of accounts. */
  settle(): Promise<number>;
  /** Accounts whose keys lie in files though the database knows no such account. */
  strays(): Promise<readonly string[]>;
}
