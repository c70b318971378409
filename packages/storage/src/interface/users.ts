import type { Role } from "@signalbox/contracts";
import type { Account } from "./accounts.ts";
import type { AccountScope, Page, PageInput } from "./common.ts";

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
