// Bodies and clients of other languages. Python's own HTTP client sends the whole body before it reads: it must see why it was
// refused, not a broken pipe.
import assert from "node:assert/strict";
import { spawn, spawnSync } from "node:child_process";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { after, before, test } from "node:test";

import { callRaw, EXAMPLE, keyOf } from "./select-client.ts";
import { startTestService, type TestService } from "./test-service.ts";

const skip = spawnSync("python3", ["--version"]).status === 0 ? false : "python3 is not installed";

let service: TestService;
let url = "";
before(async () => {
  service = await startTestService();
  await service.app.http.listen({ host: "127.0.0.1", port: 0 });
  url = `http://127.0.0.1:${(service.app.http.server.address() as AddressInfo).port}`;
});
after(() => service.close());

const PROGRAM = `
import json, sys
from urllib.error import HTTPError
from urllib.request import ProxyHandler, Request, build_opener
url, key, megabytes = sys.argv[1], sys.argv[2], int(sys.argv[3])
messages = [{"role": "user", "content": "x" * (megabytes * 1000000)}]
body = json.dumps({"messages": messages, "llm_providers": [{"model": "gpt-4o"}]}).encode()
headers = {"Authorization": "Bearer " + key, "Content-Type": "application/json"}
try:
    with build_opener(ProxyHandler({})).open(Request(url + "/api/v1/model-select", body, headers), timeout=30) as answer:
        print(answer.status)
except HTTPError as fault:
    print(fault.code, json.load(fault)["code"])
`;

async function send(megabytes: number): Promise<string> {
  const child = spawn("python3", ["-c", PROGRAM, url, keyOf(service), String(megabytes)]);
  const [out, log] = await Promise.all([text(child.stdout), text(child.stderr)]);
  return log === "" ? out.trim() : log;
}

test("urllib reads the 413 of a body that is too large, however much too large", { skip }, async () => {
  for (const megabytes of [9, 30, 100])
    assert.equal(await send(megabytes), "413 payload_too_large", `${megabytes} MB`);
});

const escape = (text: string): string =>
  Array.from(
    { length: text.length },
    (_, at) => `\\u${text.charCodeAt(at).toString(16).padStart(4, "0")}`,
  ).join("");
/** Characters that the encoders of standard and usual libraries escape, though JSON does not demand it. */
const ENCODERS: Readonly<Record<string, RegExp>> = {
  "Python's json": /\P{ASCII}+/gu,
  "Go's encoding/json": /[<>&\u2028\u2029]/g,
  "Java's Gson": /[<>&='\u2028\u2029]/g,
  "C#'s System.Text.Json": /\P{ASCII}+|[<>&'+`]/gu,
  "curl and JavaScript": /(?!)/g,
};
const MEGABYTES = 4;

test("4 MB of code and of letters as the encoders of six languages write them are read", async () => {
  const texts = [`if (a < b && c['ключ'] == "+") { // → 👍\n`, "Привет, 世界 👋 "];
  for (const text of texts) {
    const encoders = Object.entries(ENCODERS).map(
      ([name, pattern]) => [name, JSON.stringify(text).replace(pattern, escape)] as const,
    );
    // PHP's escapes slashes, too.
    encoders.push([
      "PHP",
      JSON.stringify(text)
        .replaceAll("/", "\\/")
        .replace(/\P{ASCII}+/gu, escape),
    ]);
    for (const [name, encoded] of encoders) {
      const one = encoded.slice(1, -1);
      const content = one.repeat(Math.floor((MEGABYTES * 1e6) / Buffer.byteLength(one)));
      const payload = JSON.stringify({ ...EXAMPLE, messages: [{ role: "user", content: "#" }] });
      const { status, text: answer } = await callRaw(service, {
        payload: payload.replace('"#"', () => `"${content}"`),
      });
      assert.notEqual(status, 413, `${name}: ${answer}`);
      assert.ok(status === 200 || status === 422, `${name}: ${status} ${answer.slice(0, 200)}`);
    }
  }
});
