// The session cookie. Over plain http the `__Host-` prefix is impossible (browsers demand Secure), so loopback use has
// its own name; both are HttpOnly, SameSite=Lax and never carry a Domain.
import type { FastifyReply, FastifyRequest } from "fastify";

const SECURE_NAME = "__Host-signalbox";
const PLAIN_NAME = "signalbox_session";
const SECURE_MARK = "__Host-signalbox-known";
const PLAIN_MARK = "signalbox_known";

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

function setCookie(reply: FastifyReply, pair: string, maxAgeS: number): void {
  const secure = isSecure(reply.request) ? "; Secure" : "";
  void reply.header("set-cookie", `${pair}; Path=/; HttpOnly; SameSite=Lax; Max-Age=${maxAgeS}${secure}`);
}

/** @param maxAgeS 0 removes the cookie */
export function setSessionCookie(reply: FastifyReply, token: string, maxAgeS: number): void {
  setCookie(reply, `${sessionCookieName(reply.request)}=${token}`, maxAgeS);
}

const markName = (request: FastifyRequest): string => (isSecure(request) ? SECURE_MARK : PLAIN_MARK);

/** Of a browser in which somebody has signed in before. */
export function readBrowserMark(request: FastifyRequest): string | undefined {
  return readCookie(request, markName(request));
}

export function setBrowserMark(reply: FastifyReply, mark: string, maxAgeS: number): void {
  setCookie(reply, `${markName(reply.request)}=${mark}`, maxAgeS);
}
