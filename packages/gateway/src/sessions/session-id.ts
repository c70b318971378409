// Which session a call is of, in its client's own words. Ids are kept as keyed digests, together with who shows them: two
// clients that use one id, or one key, never meet.
import { hash } from "node:crypto";
import type { IncomingHttpHeaders } from "node:http";

import type { Body } from "../protocols/protocol.ts";
import { memberOf, textOf } from "../protocols/read-json.ts";

type Source = { readonly header: string } | { readonly member: string; readonly within?: string };

/** In this order: the first that is there names the session. */
const SESSION_SOURCES: readonly Source[] = [
  { header: "x-claude-code-session-id" },
  { header: "thread-id" },
  { header: "session-id" },
  { header: "session_id" },
  { header: "x-session-id" },
  { header: "x-session-affinity" },
  { member: "prompt_cache_key" },
  // Claude's clients before 2.1: JSON in a string.
  { member: "metadata", within: "user_id" },
];

/** Distinguished within a session: each side agent has its own conversation. */
const AGENT_HEADERS = ["x-claude-code-agent-id"] as const;

const ID_CHARS_MAX = 512;
/** An id of a session in JSON needs no more; whatever is longer is not parsed. */
const INNER_CHARS_MAX = 1_024;

function innerId(text: string | undefined): string | undefined {
  // A fault of the parser costs more than all else that is read of a session.
  if (text === undefined || text.length > INNER_CHARS_MAX || !text.startsWith("{")) return undefined;
  try {
    return textOf(memberOf(JSON.parse(text), "session_id"));
  } catch {
    // A user's own id, which says nothing of the session.
    return undefined;
  }
}

function idAt(source: Source, headers: IncomingHttpHeaders, body: Body): string | undefined {
  if ("header" in source) return textOf(headers[source.header]);
  if (source.within === undefined) return textOf(body[source.member]);
  return innerId(textOf(memberOf(body[source.member], source.within)));
}

/** Keys of an account stay the same for months; tokens of plans and of key helpers are replaced in the middle of a session. */
const LASTING_KEY = /^sk-(?!ant-oat)/;
const PLAN_TOKEN = /^(?:sk-ant-oat|eyJ|ya29\.)/;
const UUID = /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/i;

/** Shown by clients that demand a key of a person who has none for their vendor. */
export const NO_KEY = "signalbox-no-key";
const unlessNone = (key: string): string => (key === NO_KEY ? "" : key);

interface Shown {
  readonly key: string;
  readonly bearer: string;
  readonly account: string;
}

const shownIn = (headers: IncomingHttpHeaders): Shown => ({
  key: unlessNone(textOf(headers["x-api-key"]) ?? ""),
  bearer: unlessNone(/^Bearer +(.+)$/i.exec(headers.authorization ?? "")?.[1] ?? ""),
  account: textOf(headers["chatgpt-account-id"]) ?? "",
});

/** Whose session it is, in words that no refresh of a token changes. */
const ownerOf = ({ key, bearer, account }: Shown): string =>
  [key, bearer].find((each) => LASTING_KEY.test(each)) ?? account;

export interface SessionIds {
  /** As the client wrote it, for its own status line. */
  readonly stated: string | undefined;
  /** Key of this client's session and agent; undefined where the client names none. */
  readonly key: string | undefined;
  /** Digest of who asks; that of a plan's token is the same after a refresh. */
  readonly caller: string;
  /** False of a status line, and of anyone else who shows no key. */
  readonly showsKey: boolean;
}

export interface SessionReader {
  read(headers: IncomingHttpHeaders, body: Body): SessionIds;
  /** Digest of anything else that one caller alone may find again. */
  digest(caller: string, text: string): string;
}

export function createSessionReader(secret: string): SessionReader {
  // The digests never leave this machine: a hash with the secret on both sides does, at a fifth of an HMAC's cost.
  const digest = (...texts: readonly string[]): string =>
    hash("sha256", [secret, ...texts, secret].join("\u0000"), "base64url");
  return {
    digest,
    read: (headers, body) => {
      const shown = shownIn(headers);
      const owner = ownerOf(shown);
      const caller = PLAN_TOKEN.test(shown.bearer) ? digest(owner) : digest(shown.bearer, shown.key);
      const stated = SESSION_SOURCES.map((source) => idAt(source, headers, body)).find(
        (id) => id !== undefined && id !== "" && id.length <= ID_CHARS_MAX,
      );
      const agents = AGENT_HEADERS.map((name) => textOf(headers[name]) ?? "");
      const key =
        stated === undefined ? undefined : digest(UUID.test(stated) ? "" : owner, stated, ...agents);
      return { stated, key, caller, showsKey: shown.key !== "" || shown.bearer !== "" };
    },
  };
}
