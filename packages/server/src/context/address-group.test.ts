import assert from "node:assert/strict";
import { test } from "node:test";

import { addressGroup } from "./address-group.ts";

test("the addresses of one /64 count as one caller, and no others do", () => {
  const group = addressGroup("2001:db8:1:2::1");
  assert.equal(addressGroup("2001:0DB8:1:2:ffff:0:0:9"), group);
  assert.notEqual(addressGroup("2001:db8:1:3::1"), group);
  assert.equal(addressGroup("2001:db8::1"), addressGroup("2001:db8:0:0:5:6:7:8"));
  assert.equal(addressGroup("fe80::1%eth0"), addressGroup("fe80::2"));
  assert.equal(addressGroup("::1"), addressGroup("0:0:0:0::7"));
});

test("an IPv4 address stands for itself, mapped or not", () => {
  assert.equal(addressGroup("::ffff:192.0.2.7"), "192.0.2.7");
  assert.notEqual(addressGroup("192.0.2.7"), addressGroup("192.0.2.8"));
});
