import assert from "node:assert/strict";
import { test } from "node:test";
import { gunzipSync } from "node:zlib";

import type { FastifyRequest } from "fastify";

import { acceptsBrotli, acceptsGzip, writeAnswer } from "./compressed-answer.ts";

const asked = (encoding: string | undefined, method = "GET") =>
  ({ method, headers: encoding === undefined ? {} : { "accept-encoding": encoding } }) as FastifyRequest;

const LARGE = { rows: Array.from({ length: 2000 }, (_, index) => `row ${index}`) };

test("gzip is taken where it is named and not refused", () => {
  for (const header of ["gzip", "br, gzip", "GZIP;q=0.5", "deflate,gzip;q=1", "x-gzip"])
    assert.ok(acceptsGzip(asked(header)), header);
  for (const header of [undefined, "", "br", "identity", "gzip;q=0", "gzip; q=0.0", "notgzip"])
    assert.ok(!acceptsGzip(asked(header)), header);
});

test("brotli is taken where it is named and not refused", () => {
  for (const header of ["br", "gzip, br;q=0.9", "BR"]) assert.ok(acceptsBrotli(asked(header)), header);
  for (const header of [undefined, "gzip", "br;q=0", "brotli"])
    assert.ok(!acceptsBrotli(asked(header)), header);
});

test("a large answer is compressed once, however often it is asked for", async () => {
  const [first, second] = [writeAnswer(asked("gzip"), LARGE), writeAnswer(asked("gzip"), LARGE)];
  assert.equal(first.gzipped, second.gzipped);
  assert.deepEqual(JSON.parse(gunzipSync(await first.gzipped!).toString()), LARGE);
});

test("a large answer is written once for callers that take no gzip, and still compressed for those that do", async () => {
  const [first, second] = [writeAnswer(asked(undefined), LARGE), writeAnswer(asked(undefined), LARGE)];
  assert.ok(first.plain instanceof Buffer);
  assert.equal(first.plain, second.plain);
  assert.ok(writeAnswer(asked("gzip"), LARGE).gzipped);
});

test("a small answer, a change, and a caller that takes no gzip get plain text", () => {
  assert.equal(writeAnswer(asked("gzip"), { a: 1 }).plain, '{"a":1}');
  assert.ok(writeAnswer(asked("gzip", "POST"), LARGE).plain);
  assert.ok(writeAnswer(asked(undefined), LARGE).plain);
});
