import assert from "node:assert/strict";
import { networkInterfaces } from "node:os";
import { test } from "node:test";

import { reachableAddresses } from "./text.ts";

test("a wildcard lists the addresses that other machines can use, and a single address lists none", () => {
  const own = Object.values(networkInterfaces())
    .flat()
    .filter((entry) => entry?.family === "IPv4" && !entry.internal)
    .map((entry) => `http://${entry?.address}:8787`);
  assert.deepEqual(reachableAddresses("0.0.0.0", "8787"), own);
  assert.deepEqual(reachableAddresses("127.0.0.1", "8787"), []);
  for (const address of reachableAddresses("::", "80")) assert.ok(URL.canParse(address), address);
});
