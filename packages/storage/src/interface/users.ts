import type { Role } from "@signalbox/contracts";
import type { AccountScope, Page, PageInput, JsonObject } from "./common.ts";

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

export interface User {
  readonly id: string;
  /** As written by the person; unique without regard to case. */
  readonly email: string;
  readonly name: string;
  /** PHC-like string with its parameters; null for people who only sign in through OpenID Connect. */
  readonly passwordHash: string | null;
  readonly createdAtMs: number;
  readonly lastSignInAtMs: number | null;
  /** Since when the address is known to be the person's; 0 for people from before that was asked, null while it is not. */
  readonly emailVerifiedAtMs: number | null;
}

export interface UserUpdate {
  readonly id: string;
  readonly email?: string | undefined;
  readonly name?: string | undefined;
  readonly passwordHash?: string | undefined;
  readonly lastSignInAtMs?: number | undefined;
  readonly emailVerifiedAtMs?: number | null | undefined;
}

export interface Identity {
  readonly issuer: string;
  readonly subject: string;
}

export interface UserRepository {
  /** @throws conflict when the e-mail address is taken */
  create(user: User): Promise<void>;
  find(id: string): Promise<User | undefined>;
  findByEmail(email: string): Promise<User | undefined>;
  update(input: UserUpdate): Promise<User | undefined>;
  findByIdentity(identity: Identity): Promise<User | undefined>;
  /** Idempotent. @throws conflict when the identity belongs to another person */
  linkIdentity(input: Identity & { readonly userId: string; readonly atMs: number }): Promise<void>;
  /** Removes the person with memberships, sessions and resets. */
  delete(id: string): Promise<boolean>;
}

export interface Membership {
  readonly accountId: string;
  readonly userId: string;
  readonly role: Role;
  readonly createdAtMs: number;
}

export interface Member extends Membership {
  readonly email: string;
  readonly name: string;
  /** When a browser of the person last looked at this account; null when none is signed in to it any more. */
  readonly lastSeenAtMs: number | null;
}

export interface MembershipRepository {
  /** @throws conflict when the person is a member already */
  create(membership: Membership): Promise<void>;
  find(input: AccountScope & { readonly userId: string }): Promise<Membership | undefined>;
  list(input: AccountScope & PageInput): Promise<Page<Member>>;
  listByUser(
    userId: string,
  ): Promise<readonly { readonly account: Account; readonly membership: Membership }[]>;
  /** @throws conflict when it would leave the account without an owner */
  setRole(input: AccountScope & { readonly userId: string; readonly role: Role }): Promise<boolean>;
  /** Ends the person's browser sessions in the account too. @throws conflict when it is the last owner */
  delete(input: AccountScope & { readonly userId: string }): Promise<boolean>;
}

export interface Invite {
  readonly id: string;
  readonly accountId: string;
  readonly email: string;
  readonly role: Role;
  readonly tokenHash: string;
  readonly invitedByUserId: string | null;
  readonly createdAtMs: number;
  readonly expiresAtMs: number;
  readonly acceptedAtMs: number | null;
}

export interface InviteRepository {
  create(invite: Invite): Promise<void>;
  /** Newest first; accepted and expired ones too. */
  list(input: AccountScope & PageInput): Promise<Page<Invite>>;
  /** Undefined when unknown, expired or accepted. */
  findOpen(input: { readonly tokenHash: string; readonly nowMs: number }): Promise<Invite | undefined>;
  /** Marks it accepted and makes the membership, together, once. Undefined when it is no longer open. */
  accept(input: {
    readonly tokenHash: string;
    readonly userId: string;
    readonly nowMs: number;
  }): Promise<Membership | undefined>;
  delete(input: AccountScope & { readonly id: string }): Promise<boolean>;
}

/** The secret that a person's app makes six-digit codes from. */
export interface SecondFactor {
  readonly userId: string;
  /** In base32. The service must know it to check a code, so a digest would not do. */
  readonly secret: string;
  /** The newest period of 30 seconds whose code was accepted: no code is accepted twice. */
  readonly lastStep: number;
  readonly createdAtMs: number;
  /** Null until a first code has shown that the app knows the secret. */
  readonly confirmedAtMs: number | null;
}

export interface SecondFactorRepository {
  find(userId: string): Promise<SecondFactor | undefined>;
  /** Replaces a secret that was never confirmed. False when one is confirmed: that one stays. */
  propose(factor: SecondFactor): Promise<boolean>;
  /** True once, for the secret that is given; codes up to `step` are used up with it. */
  confirm(input: {
    readonly userId: string;
    readonly secret: string;
    readonly step: number;
    readonly atMs: number;
  }): Promise<boolean>;
  /** Whether no code of this or a later period was accepted before; the period is used up then. */
  useStep(input: { readonly userId: string; readonly step: number }): Promise<boolean>;
  /** Ends the person's second factor, with its recovery codes. */
  delete(userId: string): Promise<boolean>;
  /** The new codes replace all earlier ones. */
  replaceRecoveryCodes(input: {
    readonly userId: string;
    readonly codeHashes: readonly string[];
  }): Promise<void>;
  /** True once for each code. */
  useRecoveryCode(input: { readonly userId: string; readonly codeHash: string }): Promise<boolean>;
  countRecoveryCodes(userId: string): Promise<number>;
}
