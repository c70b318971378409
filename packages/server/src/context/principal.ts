// Who is calling. Services authorise by this and by nothing else; every account-scoped query takes its `accountId`.
import type { Role, Scope } from "@signalbox/contracts";
import type { SignInMethod } from "@signalbox/storage";

/** An API key. */
export interface KeyPrincipal {
  readonly kind: "key";
  readonly accountId: string;
  readonly keyId: string;
  readonly scopes: ReadonlySet<Scope>;
  /** Requests per minute of this key; 0 = the account's limit. */
  readonly requestsPerMinute: number;
}

/** A person signed in to the dashboard. */
export interface UserPrincipal {
  readonly kind: "user";
  readonly accountId: string;
  readonly userId: string;
  readonly email: string;
  readonly role: Role;
  readonly browserSessionId: string;
  readonly signedInBy: SignInMethod;
  /** The account requires a second factor, and this session began without one: it may do nothing but set one up. */
  readonly lacksSecondFactor: boolean;
}

/** The command line on the machine itself: anyone who can open the database file owns it. */
export interface LocalPrincipal {
  readonly kind: "local";
  readonly accountId: string;
}

export type Principal = KeyPrincipal | UserPrincipal | LocalPrincipal;
