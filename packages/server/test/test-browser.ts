// The part of a browser that a page relies on: it keeps cookies, sends them with the headers of a same-origin call.
import assert from "node:assert/strict";

import type { App } from "../src/http/app.ts";

export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | number | undefined>>;
  readonly text: string;
  /** Parsed body; undefined when there is none. */
  readonly body: unknown;
}

export interface CallInit {
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface TestBrowser {
  readonly cookies: Map<string, string>;
  call(method: string, path: string, init?: CallInit): Promise<Answer>;
  /** Calls, asserts the status, gives the body. */
  get<T>(path: string): Promise<T>;
  post<T>(path: string, body?: unknown, status?: number): Promise<T>;
}

type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";

function keepCookies(cookies: Map<string, string>, header: string | string[] | number | undefined): void {
  for (const line of header === undefined ? [] : [header].flat()) {
    const [pair = "", ...attributes] = String(line).split("; ");
    const separator = pair.indexOf("=");
    const name = pair.slice(0, separator);
    if (attributes.includes("Max-Age=0")) cookies.delete(name);
    else cookies.set(name, pair.slice(separator + 1));
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

export function createBrowser(app: App, address: string): TestBrowser {
  const cookies = new Map<string, string>();
  const call = async (method: string, path: string, init: CallInit = {}): Promise<Answer> => {
    const response = await app.http.inject({
      method: method as Method,
      url: `/api/v1${path}`,
      remoteAddress: address,
      headers: {
        // A proxy in front may name the service as its own network does.
        host: "signalbox",
        "x-signalbox-csrf": "1",
        "sec-fetch-site": "same-origin",
        ...(cookies.size > 0 ? { cookie: Array.from(cookies, ([k, v]) => `${k}=${v}`).join("; ") } : {}),
        ...(init.body === undefined ? {} : { "content-type": "application/json" }),
        ...init.headers,
      },
      ...(init.body === undefined ? {} : { payload: JSON.stringify(init.body) }),
    });
    keepCookies(cookies, response.headers["set-cookie"]);
    const { statusCode: status, headers, payload: text } = response;
    return { status, headers, text, body: parse(text) };
  };
  const expect = async <T>(answer: Promise<Answer>, status: number): Promise<T> => {
    const { status: given, text, body } = await answer;
    assert.equal(given, status, text);
    return body as T;
  };
  return {
    cookies,
    call,
    get: (path) => expect(call("GET", path), 200),
    post: (path, body, status = 200) => expect(call("POST", path, { body }), status),
  };
}
