// A log that takes no more lines, on a disk that is full: the service answers as ever and says how many lines it dropped.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { closeSync, openSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { test } from "node:test";

import { EXAMPLE } from "./select-client.ts";
import { makeDataDir } from "./server-process.ts";

const MAIN = join(import.meta.dirname, "../../cli/src/main.ts");
const REQUESTS = 200;

test(
  "a service whose log is on a full disk decides, refuses, counts the lines and stops as ever",
  { skip: process.platform !== "linux" },
  async (t) => {
    const data = makeDataDir();
    t.after(() => data.remove());
    const log = openSync("/dev/full", "w");
    const flags = [
      "--json",
      "--no-dashboard",
      "--port",
      "0",
      "--data-dir",
      data.path,
      "--log-level",
      "trace",
    ];
    const child = spawn(process.execPath, [MAIN, "serve", ...flags], { stdio: ["ignore", "pipe", log] });
    closeSync(log);
    assert.ok(child.stdout !== null);
    t.after(() => child.kill("SIGKILL"));
    const ended = once(child, "exit");
    const [line] = (await Promise.race([once(createInterface({ input: child.stdout }), "line"), ended])) as [
      unknown,
    ];
    const { url, key } = JSON.parse(String(line)) as { url: string; key: string };
    const ask = async (authorization: string): Promise<number> => {
      const response = await fetch(`${url}/api/v1/model-select`, {
        method: "POST",
        headers: { authorization, "content-type": "application/json" },
        body: JSON.stringify(EXAMPLE),
      });
      await response.arrayBuffer();
      return response.status;
    };
    for (let round = 0; round < REQUESTS; round += 1) {
      assert.equal(await ask("Bearer sk_wrong"), 401);
      assert.equal(await ask(`Bearer ${key}`), 200);
    }
    const metrics = await (await fetch(`${url}/metrics`)).text();
    const dropped = Number(/^signalbox_log_dropped_total (\d+)$/m.exec(metrics)?.[1]);
    assert.ok(dropped >= REQUESTS, `${dropped} lines were dropped`);
    child.kill("SIGTERM");
    assert.deepEqual(await ended, [0, null]);
  },
);
