import type { AccountScope, JsonObject, Page, PageInput } from "./common.ts";

/** An organisation: the border that nothing crosses. */
export interface Account {
  readonly id: string;
  readonly name: string;
  readonly settings: JsonObject;
  /** Secrets for keyed digests (HMAC-SHA-256) of this account's content, or where they are. Never leaves the service. */
  readonly digestKey: string;
  /** SHA-256 of the token with which the first visitor claims the bootstrap account; null once claimed. */
  readonly claimTokenHash: string | null;
  readonly createdAtMs: number;
}

interface AccountUpdate extends AccountScope {
  readonly name?: string | undefined;
  /** Replaces the settings as a whole. */
  readonly settings?: JsonObject | undefined;
}

export interface AccountRepository {
  create(account: Account): Promise<void>;
  find(id: string): Promise<Account | undefined>;
  /** By age, oldest first. For operators and background work only: it crosses accounts. */
  list(page?: PageInput): Promise<Page<Account>>;
  count(): Promise<number>;
  update(input: AccountUpdate): Promise<Account | undefined>;
  findByClaimToken(tokenHash: string): Promise<Account | undefined>;
  /** True for exactly one caller: the one that took the token away. */
  claim(input: AccountScope & { readonly tokenHash: string }): Promise<boolean>;
  /** False when it is no longer what it was. */
  setDigestKey(input: AccountScope & { readonly from: string; readonly to: string }): Promise<boolean>;
  /** Removes the account and everything that belongs to it; users left without any account go too. */
  delete(accountId: string): Promise<boolean>;
}

/** Facts about the installation as a whole: secrets, the claim token, marks of background work. */
export interface InstanceRepository {
  find(key: string): Promise<string | undefined>;
  /** Keeps the first value ever written and returns it, also when replicas race. */
  findOrCreate(key: string, value: string): Promise<string>;
  set(key: string, value: string): Promise<void>;
  /** Everything whose key begins so, in the order of the keys. */
  list(prefix: string): Promise<readonly { readonly key: string; readonly value: string }[]>;
  delete(key: string): Promise<boolean>;
}
