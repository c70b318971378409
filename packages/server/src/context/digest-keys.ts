import type { Account } from "@signalbox/storage";

/** The members of an account that rotating needs, and nothing else. */
export type KeyedAccount = Pick<Account, "id" | "digestKey">;

/** The keys under which an account's content is digested and its audit log sealed. Each list has the newest key first. */
export interface DigestKeys {
  /** @throws SignalboxError not_found for an unknown account; invalid_configuration when its keys are not where they should be */
  of(accountId: string): Promise<readonly [string, ...string[]]>;
  ofAccount(account: KeyedAccount): Promise<readonly [string, ...string[]]>;
  /** Puts the key of an account that is about to be created where keys are kept; what it returns goes into the database. */
  keep<A extends KeyedAccount>(account: A): Promise<A>;
  /** Makes a key for what comes; the earlier ones still find and prove what was made with them. */
  rotate(accountId: string): Promise<void>;
  /** Deletes the keys of an account that no longer exists or was never created. */
  destroy(accountId: string): Promise<void>;
  /** Moves keys that stand in the database to where they are configured to be. Returns of how many accounts. */
  settle(): Promise<number>;
  /** Accounts whose keys lie in files though the database knows no such account. */
  strays(): Promise<readonly string[]>;
}
