import type { Role } from "@signalbox/contracts";

import type { Account } from "./accounts.ts";
import type { User } from "./users.ts";

/** The proof that a person gave at the sign-in of a browser. */
export type SignInMethod = "password" | "second factor" | "single sign-on";

/** A signed-in browser. Only the SHA-256 of its token is kept. */
export interface BrowserSession {
  readonly id: string;
  readonly tokenHash: string;
  readonly userId: string;
  /** The account that the person looks at. */
  readonly accountId: string;
  readonly createdAtMs: number;
  readonly lastSeenAtMs: number;
  readonly expiresAtMs: number;
  readonly ip: string | null;
  readonly userAgent: string | null;
  readonly signedInBy: SignInMethod;
}

export interface SignedIn {
  readonly session: BrowserSession;
  readonly user: User;
  readonly account: Account;
  readonly role: Role;
}

export interface BrowserSessionRepository {
  create(session: BrowserSession): Promise<void>;
  /** Undefined when unknown, expired, or the person is no longer a member. */
  findActive(input: { readonly tokenHash: string; readonly nowMs: number }): Promise<SignedIn | undefined>;
  listByUser(input: { readonly userId: string; readonly nowMs: number }): Promise<readonly BrowserSession[]>;
  touch(input: {
    readonly id: string;
    readonly lastSeenAtMs: number;
    readonly expiresAtMs: number;
  }): Promise<void>;
  /** After the person proved more in the same session. */
  setMethod(input: { readonly id: string; readonly signedInBy: SignInMethod }): Promise<void>;
  delete(input: { readonly userId: string; readonly id: string }): Promise<boolean>;
  /** Signs a person out everywhere, but for `exceptId`. Returns how many ended. */
  deleteByUser(input: { readonly userId: string; readonly exceptId?: string | undefined }): Promise<number>;
  purgeExpired(nowMs: number): Promise<number>;
}

interface PasswordReset {
  readonly tokenHash: string;
  readonly userId: string;
  readonly createdAtMs: number;
  readonly expiresAtMs: number;
}

export interface PasswordResetRepository {
  /** Replaces the person's earlier links. */
  create(reset: PasswordReset): Promise<void>;
  /** The person, once; undefined when unknown, used or expired. */
  consume(input: { readonly tokenHash: string; readonly nowMs: number }): Promise<string | undefined>;
  deleteByUser(userId: string): Promise<boolean>;
  purgeExpired(nowMs: number): Promise<number>;
}
