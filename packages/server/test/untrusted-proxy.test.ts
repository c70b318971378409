// A proxy in front that nobody configured: all callers share its address, which the log says once.
import assert from "node:assert/strict";
import { test } from "node:test";

import { pino } from "pino";

import { startTestService } from "./test-service.ts";

for (const [name, flags, times] of [
  ["that is not trusted is warned of once", {}, 1],
  ["that is trusted is no matter", { "trust-proxy": "1" }, 0],
] as const)
  test(`a proxy ${name}`, async (t) => {
    const lines: string[] = [];
    const logger = pino({ level: "warn" }, { write: (line: string) => void lines.push(line) });
    const service = await startTestService({ flags, logger });
    t.after(() => service.close());
    await service.app.http.inject({ url: "/livez" });
    assert.equal(lines.length, 0);
    for (let round = 0; round < 3; round += 1)
      await service.app.http.inject({ url: "/livez", headers: { "x-forwarded-for": "203.0.113.7" } });
    assert.equal(lines.filter((line) => line.includes("server.trustProxy")).length, times);
  });
