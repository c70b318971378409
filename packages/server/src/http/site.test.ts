import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { brotliCompressSync, brotliDecompressSync, gunzipSync } from "node:zlib";

import { fastify } from "fastify";

import { decorateRequests } from "./request-state.ts";
import { createSite } from "./site.ts";

const directory = mkdtempSync(join(tmpdir(), "signalbox-site-"));
mkdirSync(join(directory, "assets"));
const SCRIPT = "export const answer = 42;\n".repeat(100);
writeFileSync(join(directory, "index.html"), "<!doctype html><title>Signalbox</title>");
writeFileSync(join(directory, "assets/app-1a2b.js"), SCRIPT);
writeFileSync(join(directory, "assets/packed-3c4d.js"), SCRIPT);
writeFileSync(join(directory, "assets/packed-3c4d.js.br"), brotliCompressSync(SCRIPT));
writeFileSync(join(directory, ".sources"), "digest");

const site = createSite(directory);
const app = fastify();
decorateRequests(app);
app.setNotFoundHandler((request, reply) => (site(request, reply) ? reply : reply.code(404).send("none")));
after(async () => {
  await app.close();
  rmSync(directory, { recursive: true, force: true });
});

const get = (url: string, headers: Record<string, string> = {}) =>
  app.inject({ method: "GET", url, headers });

test("the start page comes at the root and at every address of the dashboard, under a strict policy", async () => {
  for (const url of ["/", "/decisions/abc?tab=1", "/keys"]) {
    const answer = await get(url, { accept: "text/html" });
    assert.equal(answer.statusCode, 200, url);
    assert.match(answer.payload, /<title>Signalbox/);
    const policy = String(answer.headers["content-security-policy"]);
    assert.match(policy, /default-src 'none'/);
    assert.ok(!policy.includes("unsafe"));
    assert.equal(answer.headers["cache-control"], "no-cache");
  }
});

test("names with dots, slashes, spaces and other scripts are addresses of the dashboard; a missing asset is missing", async () => {
  const names = ["google/gemini-2.5-flash", "a b.c", "模型/3.5", "nothing.js", "..", "100%.txt"];
  for (const name of names) {
    const answer = await get(`/models/${encodeURIComponent(name)}`, { accept: "text/html,*/*" });
    assert.equal(answer.statusCode, 200, name);
    assert.match(answer.payload, /<title>Signalbox/, name);
  }
  assert.equal((await get("/assets/old-9z8y.js", { accept: "text/html" })).statusCode, 404);
  assert.equal((await get("/favicon-none.ico", { accept: "image/*" })).statusCode, 404);
});

test("hashed files are cached for ever, compressed on request, and not sent again when unchanged", async () => {
  const plain = await get("/assets/app-1a2b.js");
  assert.equal(plain.payload, SCRIPT);
  assert.match(String(plain.headers["cache-control"]), /immutable/);
  const zipped = await get("/assets/app-1a2b.js", { "accept-encoding": "br, gzip" });
  assert.equal(zipped.headers["content-encoding"], "gzip");
  assert.equal(gunzipSync(zipped.rawPayload).toString(), SCRIPT);
  const again = await get("/assets/app-1a2b.js", { "if-none-match": String(plain.headers["etag"]) });
  assert.equal(again.statusCode, 304);
  assert.equal(again.payload, "");
});

test("a file that the build compressed is sent so to a browser that takes it, and to nobody else", async () => {
  const packed = await get("/assets/packed-3c4d.js", { "accept-encoding": "gzip, br" });
  assert.equal(packed.headers["content-encoding"], "br");
  assert.equal(packed.headers["vary"], "accept-encoding");
  assert.equal(brotliDecompressSync(packed.rawPayload).toString(), SCRIPT);
  const zipped = await get("/assets/packed-3c4d.js", { "accept-encoding": "gzip, br;q=0" });
  assert.equal(gunzipSync(zipped.rawPayload).toString(), SCRIPT);
  assert.equal((await get("/assets/packed-3c4d.js")).payload, SCRIPT);
  assert.equal((await get("/assets/packed-3c4d.js.br")).statusCode, 404);
});

test("nothing outside the files can be named: no traversal, no hidden file, no missing asset, no API address", async () => {
  const urls = [
    "/../package.json",
    "/..%2f..%2fetc/passwd",
    "/.sources",
    "/assets/none.js",
    "/assets/",
    "/api/v1/nowhere",
  ];
  for (const url of urls) {
    const answer = await get(url);
    assert.equal(answer.statusCode, 404, url);
  }
  assert.equal((await get("/api/v1/nowhere", { accept: "text/html" })).statusCode, 404);
});

test("without built files every address is left to others", () => {
  const none = createSite(join(directory, "assets"));
  assert.equal(none({ method: "GET", url: "/", headers: {} } as never, {} as never), false);
});
