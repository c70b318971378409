// Who is calling. Services authorise by this and by nothing else; every account-scoped query takes its `accountId`.
import type { Role, Scope } from "@signalbox/contracts";
import type { SignInMethod } from "@signalbox/storage";
import type { AdmitsAddress } from "./networks.ts";

/** An API key. */
export interface KeyPrincipal {
  readonly kind: "key";
  readonly accountId: string;
  readonly keyId: string;
  readonly scopes: ReadonlySet<Scope>;
  /** Requests per minute of this key; 0 = the account's limit. */
  readonly requestsPerMinute: number;
  /** Addresses that it may be used from; undefined = any. */
  readonly admits: AdmitsAddress | undefined;
}

/** While one of these holds, a person may do nothing but see to their own sign-in. */
export interface Bars {
  /** The account requires a second factor, and this session began without one. */
  readonly lacksSecondFactor: boolean;
  /** The account requires single sign-on of the address, and this session began otherwise. */
  readonly lacksSingleSignOn: boolean;
}

/** A person signed in to the dashboard. */
export interface UserPrincipal extends Bars {
  readonly kind: "user";
  readonly accountId: string;
  readonly userId: string;
  readonly email: string;
  readonly role: Role;
  readonly browserSessionId: string;
  readonly signedInBy: SignInMethod;
}

/** The command line on the machine itself: anyone who can open the database file owns it. */
interface LocalPrincipal {
  readonly kind: "local";
  readonly accountId: string;
}

export type Principal = KeyPrincipal | UserPrincipal | LocalPrincipal;
