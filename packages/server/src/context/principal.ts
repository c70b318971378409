// Who is calling. Services authorise by this and by nothing else; every account-scoped query takes its `accountId`.
import type { Role, Scope } from "@signalbox/contracts";

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
}

/** The command line on the machine itself: anyone who can open the database file owns it. */
export interface LocalPrincipal {
  readonly kind: "local";
  readonly accountId: string;
}

export type Principal = KeyPrincipal | UserPrincipal | LocalPrincipal;
