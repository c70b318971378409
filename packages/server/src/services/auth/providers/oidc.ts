// Single sign-on by an OpenID Connect provider.
import {
  API_LIMITS,
  type ErrorCode,
  SignalboxError,
  SINGLE_SIGN_ON_FAULTS,
  type SingleSignOnFault,
  trimSlashes,
} from "@signalbox/contracts";
import { emailKey, type Identity, type User } from "@signalbox/storage";
import type { Configuration, IDToken } from "openid-client";
import type { ServiceContext } from "../../../context/service-context.ts";
import { newAccount } from "../../accounts/new-account.ts";
import { type Attempt, notingFailure } from "../../audit/failed-sign-ins.ts";
import { assertPlainAddress } from "../email.ts";
import { findInvite, join, newUser, openAccount } from "../join.ts";
import { startSessionOf } from "./password.ts";
import { isOfDomain, isSingleSignOnRequired, splitDomains } from "../required-domains.ts";
import type { Browser, SignedInBrowser } from "../sessions.ts";
import { hashSecret } from "../signed-link.ts";
import { perContext } from "../../per-context.ts";

// The configured OpenID Connect provider. Its metadata are fetched at the first sign-in and kept; a failed fetch is not.

// Faults of single sign-on carry a word for the sign-in page: a browser that comes back from the provider can be shown
// nothing but an address.
const CODES: Readonly<Record<SingleSignOnFault, ErrorCode>> = {
  cancelled: "unauthenticated",
  expired: "unauthenticated",
  not_confirmed: "unauthenticated",
  email_unverified: "unauthenticated",
  password_first: "forbidden",
  sign_up_closed: "forbidden",
  other_domain: "forbidden",
  other_address: "forbidden",
  ask_operator: "forbidden",
  provider_unreachable: "dependency_unavailable",
  not_configured: "not_found",
  internal: "internal",
};

export function singleSignOnError(word: SingleSignOnFault, detail: string, cause?: unknown): SignalboxError {
  return new SignalboxError(CODES[word], detail, {
    context: { singleSignOn: word },
    ...(cause !== undefined && { cause }),
  });
}

/** The word for the sign-in page; every fault that is not of the sign-in itself is `internal`. */
export function singleSignOnFault(fault: unknown): SingleSignOnFault {
  const word = fault instanceof SignalboxError ? fault.context["singleSignOn"] : undefined;
  return SINGLE_SIGN_ON_FAULTS.find((known) => known === word) ?? "internal";
}

const LOOPBACK = new Set(["localhost", "127.0.0.1", "[::1]"]);
const TIMEOUT_S = 10;

/** Plain http is for a provider on this very machine; anything else would send codes and secrets in the clear. */
function readIssuer(text: string): URL {
  const issuer = URL.parse(text);
  const isSafe = issuer !== null && (issuer.protocol === "https:" || LOOPBACK.has(issuer.hostname));
  if (!isSafe)
    throw singleSignOnError(
      "provider_unreachable",
      "The OpenID Connect issuer is not an https address. Correct `oidc.issuer`.",
    );
  return issuer;
}

/** Loaded at the first single sign-on: most installations have none, and every start would pay for it. */
export const loadOidcClient = () => import("openid-client");

async function discover({ config }: ServiceContext): Promise<Configuration> {
  const { issuer: text, clientId, clientSecret } = config.oidc;
  const issuer = readIssuer(text);
  const { allowInsecureRequests, ClientSecretPost, discovery, enableNonRepudiationChecks, None } =
    await loadOidcClient();
  const authentication = clientSecret === "" ? None() : ClientSecretPost(clientSecret);
  // Without these checks the library trusts TLS alone and never looks at the signature of the ID token.
  const checks = [enableNonRepudiationChecks];
  const execute = issuer.protocol === "http:" ? [...checks, allowInsecureRequests] : checks;
  try {
    return await discovery(issuer, clientId, undefined, authentication, { execute, timeout: TIMEOUT_S });
  } catch (cause) {
    throw singleSignOnError(
      "provider_unreachable",
      "The OpenID Connect provider does not answer. Sign in with a password, or try again.",
      cause,
    );
  }
}

const discovered = perContext((): { provider: Promise<Configuration> | undefined } => ({
  provider: undefined,
}));

/** @throws SignalboxError not_found when none is configured, dependency_unavailable when it does not answer */
export async function getProvider(context: ServiceContext): Promise<Configuration> {
  if (context.config.oidc.issuer === "")
    throw singleSignOnError(
      "not_configured",
      "Single sign-on is not configured here. Sign in with a password.",
    );
  const kept = discovered(context);
  kept.provider ??= discover(context);
  try {
    return await kept.provider;
  } catch (fault) {
    kept.provider = undefined;
    throw fault;
  }
}

// The way out to the provider. State, nonce and the code verifier travel in a short-lived HttpOnly cookie, so that any
// replica can receive the browser when it comes back, and only the browser that left can.

export const OIDC_FLOW_TTL_S = 600;

export interface OidcFlow {
  readonly state: string;
  readonly nonce: string;
  readonly verifier: string;
}

interface StartedSignIn {
  readonly url: string;
  readonly flow: string;
}

export function readFlow(text: string | undefined): OidcFlow | undefined {
  const [state, nonce, verifier, ...rest] = (text ?? "").split(".");
  if (!state || !nonce || !verifier || rest.length > 0) return undefined;
  return { state, nonce, verifier };
}

/** The address to which the provider sends the browser back. */
export function callbackUrl({ config }: ServiceContext): string {
  const { publicUrl, host, port } = config.server;
  const base = publicUrl === "" ? `http://${host}:${port}` : trimSlashes(publicUrl);
  return `${base}/api/v1/auth/oidc/callback`;
}

export async function startOidcSignIn(context: ServiceContext): Promise<StartedSignIn> {
  const provider = await getProvider(context);
  const client = await loadOidcClient();
  const flow: OidcFlow = {
    state: client.randomState(),
    nonce: client.randomNonce(),
    verifier: client.randomPKCECodeVerifier(),
  };
  const url = client.buildAuthorizationUrl(provider, {
    redirect_uri: callbackUrl(context),
    scope: "openid email profile",
    state: flow.state,
    nonce: flow.nonce,
    code_challenge: await client.calculatePKCECodeChallenge(flow.verifier),
    code_challenge_method: "S256",
  });
  return { url: url.href, flow: `${flow.state}.${flow.nonce}.${flow.verifier}` };
}

// The way back. The provider vouches for a subject; a person is found by it, else by an address that the provider has
// verified, else created where sign-up is open. An unverified address never opens an existing account, and an account
// with a password is joined only from a browser that is signed in to it.

interface OidcReturn {
  /** Query of the address that the provider sent the browser to, without the question mark. */
  readonly query: string;
  /** The cookie that the way out left behind. */
  readonly flow: string | undefined;
  /** The cookie that an invitation left behind: the secret of its link. */
  readonly invite: string | undefined;
  readonly browser: Browser;
}

interface Vouched {
  readonly identity: Identity;
  readonly email: string | undefined;
  readonly isEmailVerified: boolean;
  readonly name: string | undefined;
}

const isAddress = (value: unknown): value is string =>
  typeof value === "string" && value.length <= API_LIMITS.emailCharsMax && value.includes("@");

function readClaims(claims: IDToken | undefined): Vouched {
  if (claims === undefined) throw singleSignOnError("not_confirmed", "The provider sent no ID token.");
  const { iss: issuer, sub: subject } = claims;
  const email = isAddress(claims["email"]) ? claims["email"] : undefined;
  const name = typeof claims["name"] === "string" ? claims["name"].slice(0, 200) : undefined;
  return { identity: { issuer, subject }, email, name, isEmailVerified: claims["email_verified"] === true };
}

async function exchange(
  context: ServiceContext,
  provider: Configuration,
  returned: { readonly query: string; readonly flow: OidcFlow },
): Promise<Vouched> {
  const { state, nonce, verifier } = returned.flow;
  const url = new URL(`${callbackUrl(context)}?${returned.query}`);
  try {
    const { authorizationCodeGrant } = await loadOidcClient();
    const tokens = await authorizationCodeGrant(provider, url, {
      expectedState: state,
      expectedNonce: nonce,
      pkceCodeVerifier: verifier,
      idTokenExpected: true,
    });
    return readClaims(tokens.claims());
  } catch (cause) {
    const isCancelled = url.searchParams.get("error") === "access_denied";
    throw isCancelled
      ? singleSignOnError("cancelled", "The person turned back at the provider.", cause)
      : singleSignOnError("not_confirmed", "The provider did not confirm the sign-in. Start again.", cause);
  }
}

const hasTurnedBack = (fault: SignalboxError): boolean => singleSignOnFault(fault) === "cancelled";

/** The same words for known and unknown addresses. */
const unverified = () =>
  singleSignOnError(
    "email_unverified",
    "The provider reported no verified email address. Sign in with a password.",
  );

/** Whether this browser is signed in as the person: by their password, or by a link that was sent to them. */
async function isSignedIn(context: ServiceContext, user: User, browser: Browser): Promise<boolean> {
  const { previousToken } = browser;
  if (previousToken === undefined || previousToken === "") return false;
  const nowMs = context.clock.nowMs();
  const tokenHash = hashSecret(previousToken);
  const active = await context.storage.browserSessions.findActive({ tokenHash, nowMs });
  return active?.user.id === user.id;
}

/**
 * A person who signed up with a password under this address never proved that it is theirs. Joining the two unasked would lead
 * the true owner into a stranger's organisation, and leave the stranger's password and keys in force.
 */
async function assertSamePerson(context: ServiceContext, user: User, browser: Browser): Promise<void> {
  if (await isSignedIn(context, user, browser)) return;
  const { passwordHash, emailVerifiedAtMs } = user;
  const isProved = emailVerifiedAtMs !== null && emailVerifiedAtMs > 0;
  if (passwordHash !== null && !isSingleSignOnRequired(context.config, user.email))
    throw singleSignOnError(
      "password_first",
      "The address has a password here. Sign in with it once, then by single sign-on.",
    );
  // A required domain's password opens nothing any more, but the account may belong to a stranger who only claimed the address.
  if (!isProved)
    throw singleSignOnError(
      "ask_operator",
      "The person with this address here never proved that it is theirs.",
    );
}

async function findKnown(
  context: ServiceContext,
  vouched: Vouched,
  browser: Browser,
): Promise<User | undefined> {
  const { users } = context.storage;
  const known = await users.findByIdentity(vouched.identity);
  if (known !== undefined || vouched.email === undefined) return known;
  const byEmail = await users.findByEmail(vouched.email);
  if (byEmail === undefined) return undefined;
  if (!vouched.isEmailVerified) throw unverified();
  await assertSamePerson(context, byEmail, browser);
  const atMs = context.clock.nowMs();
  await users.linkIdentity({ ...vouched.identity, userId: byEmail.id, atMs });
  return (await users.update({ id: byEmail.id, emailVerifiedAtMs: atMs })) ?? byEmail;
}

interface Newcomer {
  readonly email: string;
  readonly name: string | undefined;
}

function assertSignUp({ config }: ServiceContext, { email }: Newcomer): void {
  if (config.accounts.signUp !== "open")
    throw singleSignOnError("sign_up_closed", "Sign-up is closed here. Ask an owner for an invitation.");
  const domains = config.oidc.signUpDomains;
  if (domains !== "" && !isOfDomain(email, splitDomains(domains)))
    throw singleSignOnError("other_domain", "No accounts are opened for addresses of this domain.");
}

/** @throws SignalboxError unauthenticated where the provider does not vouch for an address */
function newcomerOf({ email, name, isEmailVerified }: Vouched): Newcomer {
  if (email === undefined || !isEmailVerified) throw unverified();
  assertPlainAddress(email);
  return { email, name };
}

/** The invitation was sent to an address, and the provider vouches for it: that is as good as a password. */
async function acceptInvitation(
  context: ServiceContext,
  vouched: Vouched,
  returned: { readonly token: string; readonly browser: Browser },
): Promise<SignedInBrowser> {
  const { token, browser } = returned;
  const invite = await findInvite(context, browser, token);
  const newcomer = newcomerOf(vouched);
  if (emailKey(invite.email) !== emailKey(newcomer.email))
    throw singleSignOnError("other_address", "The invitation is for another address.");
  const known = await findKnown(context, vouched, browser);
  const nowMs = context.clock.nowMs();
  const user = known ?? newUser({ ...newcomer, passwordHash: null, isEmailVerified: true }, nowMs);
  const isNew = known === undefined;
  const signedIn = await join(context, { invite, user, isNew, signedInBy: "single sign-on", browser });
  if (isNew) await context.storage.users.linkIdentity({ ...vouched.identity, userId: user.id, atMs: nowMs });
  return signedIn;
}

async function open(context: ServiceContext, vouched: Vouched, browser: Browser): Promise<SignedInBrowser> {
  const { identity } = vouched;
  const newcomer = newcomerOf(vouched);
  assertSignUp(context, newcomer);
  const nowMs = context.clock.nowMs();
  const user = newUser({ ...newcomer, passwordHash: null, isEmailVerified: true }, nowMs);
  const account = newAccount(newcomer.name ?? newcomer.email, nowMs);
  const signedIn = await openAccount(context, {
    user,
    account,
    browser,
    signedInBy: "single sign-on",
    action: "account.sign_up",
  });
  await context.storage.users.linkIdentity({ ...identity, userId: user.id, atMs: nowMs });
  return signedIn;
}

/**
 * Finishes a sign-in; a failure is noted for the audit log: of the person whose address the provider named, where there is one.
 * @throws SignalboxError unauthenticated, forbidden when sign-up is closed, dependency_unavailable
 */
export function finishOidcSignIn(context: ServiceContext, returned: OidcReturn): Promise<SignedInBrowser> {
  const { address } = returned.browser;
  const reasonOf = (fault: SignalboxError) => (hasTurnedBack(fault) ? undefined : "single_sign_on");
  const attempt: Attempt = { email: "", address, reasonOf };
  return notingFailure(context, attempt, () => enter(context, returned, attempt));
}

async function enter(
  context: ServiceContext,
  returned: OidcReturn,
  attempt: Attempt,
): Promise<SignedInBrowser> {
  const provider = await getProvider(context);
  const flow = readFlow(returned.flow);
  if (flow === undefined)
    throw singleSignOnError("expired", "This sign-in was not started here, or took too long. Start again.");
  const vouched = await exchange(context, provider, { query: returned.query, flow });
  attempt.email = vouched.email ?? "";
  const { browser, invite: token } = returned;
  if (token !== undefined && token !== "") return acceptInvitation(context, vouched, { token, browser });
  const user = await findKnown(context, vouched, browser);
  return user === undefined
    ? open(context, vouched, browser)
    : startSessionOf(context, { user, browser, by: "single sign-on" });
}
