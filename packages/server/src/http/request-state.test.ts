import assert from "node:assert/strict";
import { test } from "node:test";

import type { FastifyRequest } from "fastify";
import fc from "fast-check";

import { addPhase } from "./request-state.ts";

function written(durationMs: number): string {
  const request = { phases: "" } as FastifyRequest;
  addPhase(request, "auth", durationMs);
  return request.phases;
}

test("a duration is written in milliseconds, to the microsecond", () => {
  for (const [ms, text] of [
    [0, "0"],
    [0.0004, "0"],
    [0.007, "0.007"],
    [0.0131, "0.013"],
    [1.25, "1.250"],
    [1.9996, "2"],
    [60_000.1, "60000.100"],
  ] as const)
    assert.equal(written(ms), `auth;dur=${text}, `);
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 10 ** 9 }), (us) =>
      assert.equal(Number(/dur=([\d.]+),/.exec(written(us / 1000))?.[1]), us / 1000),
    ),
  );
});
