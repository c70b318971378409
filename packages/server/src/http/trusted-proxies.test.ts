import assert from "node:assert/strict";
import { test } from "node:test";

import { readTrustedProxies } from "./trusted-proxies.ts";

test("hops and networks are read, and nobody is trusted unasked", () => {
  for (const none of ["", "false", " 0 "]) assert.equal(readTrustedProxies(none), false);
  for (const [setting, hops] of [
    ["true", 1],
    ["2", 2],
  ] as const) {
    const trusts = readTrustedProxies(setting);
    assert.ok(typeof trusts === "function");
    assert.deepEqual([trusts("192.0.2.7", hops - 1), trusts("192.0.2.7", hops)], [true, false]);
  }
  assert.deepEqual(readTrustedProxies("10.0.0.0/8, 2001:db8::/32,192.0.2.7"), [
    "10.0.0.0/8",
    "2001:db8::/32",
    "192.0.2.7",
  ]);
});

test("anything else is a fault of the configuration, not a trust in everybody", () => {
  for (const odd of [
    "99",
    "yes",
    "10.0.0.0/33",
    "2001:db8::/129",
    "10.0.0.0/8/8",
    "proxy.local",
    "10.0.0.1,,",
  ])
    assert.throws(() => readTrustedProxies(odd), { code: "invalid_configuration" }, odd);
});
