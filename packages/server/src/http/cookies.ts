// The session cookie. Over plain http the `__Host-` prefix is impossible (browsers demand Secure), so loopback use has
// its own name; both are HttpOnly, SameSite=Lax and never carry a Domain.
import type { FastifyReply, FastifyRequest } from "fastify";

const SECURE_NAME = "__Host-signalbox";
const PLAIN_NAME = "signalbox_session";

export function isSecure(request: FastifyRequest): boolean {
  return request.protocol === "https";
}

export function sessionCookieName(request: FastifyRequest): string {
  return isSecure(request) ? SECURE_NAME : PLAIN_NAME;
}

/** Value of one cookie, or undefined. Values of ours are URL-safe, so nothing is decoded. */
export function readCookie(request: FastifyRequest, name: string): string | undefined {
  for (const pair of (request.headers.cookie ?? "").split(";")) {
    const separator = pair.indexOf("=");
    if (separator > 0 && pair.slice(0, separator).trim() === name) return pair.slice(separator + 1).trim();
  }
  return undefined;
}

export function readSessionToken(request: FastifyRequest): string | undefined {
  return readCookie(request, sessionCookieName(request));
}

/** @param maxAgeS 0 removes the cookie */
export function setSessionCookie(reply: FastifyReply, token: string, maxAgeS: number): void {
  const secure = isSecure(reply.request) ? "; Secure" : "";
  const name = sessionCookieName(reply.request);
  void reply.header(
    "set-cookie",
    `${name}=${token}; Path=/; HttpOnly; SameSite=Lax; Max-Age=${maxAgeS}${secure}`,
  );
}
