// Who calls: a Bearer key first, else the session cookie. Known keys are answered from memory without waiting.
import type { FastifyReply, FastifyRequest } from "fastify";
import { SignalboxError } from "@signalbox/contracts";
import type { Principal } from "../context/principal.ts";
import type { ServiceContext } from "../context/service-context.ts";
import { perContext } from "../services/per-context.ts";
import type { Access } from "./route.ts";

// The session cookie. Over plain http the `__Host-` prefix is impossible (browsers demand Secure), so loopback use has names of its
// own, one for each port: browsers send cookies to all ports of a host. All are HttpOnly, SameSite=Lax and never carry a Domain.
const SECURE = { session: "__Host-signalbox", known: "__Host-signalbox-known" } as const;

export function isSecure(request: FastifyRequest): boolean {
  return request.protocol === "https";
}

const nameOf = (request: FastifyRequest, kind: keyof typeof SECURE): string =>
  isSecure(request) ? SECURE[kind] : `signalbox_${kind}_${request.port ?? 80}`;

/** Value of one cookie, or undefined. Values of ours are URL-safe, so nothing is decoded. */
export function readCookie(request: FastifyRequest, name: string): string | undefined {
  for (const pair of (request.headers.cookie ?? "").split(";")) {
    const separator = pair.indexOf("=");
    if (separator > 0 && pair.slice(0, separator).trim() === name) return pair.slice(separator + 1).trim();
  }
  return undefined;
}

export function readSessionToken(request: FastifyRequest): string | undefined {
  return readCookie(request, nameOf(request, "session"));
}

function setCookie(reply: FastifyReply, pair: string, maxAgeS: number): void {
  const secure = isSecure(reply.request) ? "; Secure" : "";
  void reply.header("set-cookie", `${pair}; Path=/; HttpOnly; SameSite=Lax; Max-Age=${maxAgeS}${secure}`);
}

/** @param maxAgeS 0 removes the cookie */
export function setSessionCookie(reply: FastifyReply, token: string, maxAgeS: number): void {
  setCookie(reply, `${nameOf(reply.request, "session")}=${token}`, maxAgeS);
}

/** The mark of a browser in which somebody has signed in before. */
export function readBrowserMark(request: FastifyRequest): string | undefined {
  return readCookie(request, nameOf(request, "known"));
}

export function setBrowserMark(reply: FastifyReply, mark: string, maxAgeS: number): void {
  setCookie(reply, `${nameOf(reply.request, "known")}=${mark}`, maxAgeS);
}

const BEARER = /^bearer +(\S+) *$/i;
const SAFE_METHODS = new Set(["GET", "HEAD", "OPTIONS"]);

function missing(detail: string): SignalboxError {
  return new SignalboxError("unauthenticated", detail);
}

function assertKnown(principal: Principal | undefined): Principal {
  if (principal !== undefined) return principal;
  throw missing(
    "This API key is unknown, revoked or expired. Create one in the dashboard or with `signalbox keys create`.",
  );
}

/** Says neither which addresses would do nor that there is another key. */
function assertAddress(principal: Principal, from: { readonly ip: string }): Principal {
  if (principal.kind !== "key" || principal.admits === undefined || principal.admits(from.ip))
    return principal;
  throw new SignalboxError("forbidden", "This API key may not be used from this address.");
}

function byKey(request: FastifyRequest, context: ServiceContext): Principal | Promise<Principal> {
  const secret = BEARER.exec(request.headers.authorization ?? "")?.[1];
  if (secret === undefined)
    throw missing("The authorization header holds no key. Send `Authorization: Bearer sk_...`.");
  const found = context.keys.findKey(secret);
  const check = (principal: Principal | undefined) => assertAddress(assertKnown(principal), request);
  return found instanceof Promise ? found.then(check) : check(found);
}

/** The origin where browsers meet the service: behind a proxy that ends TLS it differs from what this process sees. */
const publicOrigin = perContext(({ config }) => {
  const url = URL.parse(config.server.publicUrl);
  // Other schemes all share the origin "null", which sandboxed pages send too.
  return url !== null && /^https?:$/.test(url.protocol) ? url.origin : undefined;
});

/** A foreign page can make a browser send the cookie, but neither this header nor a same-origin mark. */
function assertSameOrigin(request: FastifyRequest, context: ServiceContext): void {
  if (SAFE_METHODS.has(request.method)) return;
  const site = request.headers["sec-fetch-site"];
  const { origin } = request.headers;
  const isForeign =
    (site !== undefined && site !== "same-origin" && site !== "none") ||
    (origin !== undefined &&
      origin !== `${request.protocol}://${request.host}` &&
      origin !== publicOrigin(context));
  if (isForeign || request.headers["x-signalbox-csrf"] !== "1")
    throw new SignalboxError(
      "forbidden",
      "A signed-in page must send `x-signalbox-csrf: 1` from the same origin.",
    );
}

async function byCookie(request: FastifyRequest, context: ServiceContext): Promise<Principal> {
  const token = readSessionToken(request);
  if (token === undefined || token === "")
    throw missing("Sign in, or send `Authorization: Bearer sk_...` with an API key.");
  const person = await context.browserSessions.findBrowserSession(token);
  if (person === undefined) throw missing("The session has ended. Sign in again.");
  assertSameOrigin(request, context);
  return person;
}

function assertAccess(principal: Principal, access: Access): void {
  if (access.kind === "person" && principal.kind !== "user")
    throw new SignalboxError("forbidden", "An API key cannot do this; sign in to the dashboard.");
  if (access.kind === "key" && principal.kind === "key" && !principal.scopes.has(access.scope))
    throw new SignalboxError(
      "forbidden",
      `This API key lacks the scope \`${access.scope}\`. Create one that has it.`,
    );
}

/** @throws SignalboxError unauthenticated, forbidden. Resolves to undefined for public routes without credentials. */
export function authenticate(
  request: FastifyRequest,
  context: ServiceContext,
  access: Access,
): Principal | undefined | Promise<Principal | undefined> {
  if (access.kind === "public") return undefined;
  const found =
    request.headers.authorization === undefined ? byCookie(request, context) : byKey(request, context);
  const check = (principal: Principal): Principal => {
    assertAccess(principal, access);
    return principal;
  };
  return found instanceof Promise ? found.then(check) : check(found);
}
