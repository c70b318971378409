import assert from "node:assert/strict";
import { test } from "node:test";
import { createAddressCheck, isNetwork, addressGroup } from "./networks.ts";

test("addresses and networks of both kinds are recognised, and nothing else is", () => {
  const right = ["192.0.2.7", "10.0.0.0/8", "0.0.0.0/0", "2001:db8::/32", "::1", "::ffff:10.0.0.1"];
  const wrong = [
    "",
    "10.0.0.0/33",
    "10.0.0/8",
    "10.0.0.0/8/8",
    "::/129",
    "fe80::1%eth0",
    "host",
    "1.2.3.4/-1",
  ];
  assert.deepEqual(right.filter(isNetwork), right);
  assert.deepEqual(wrong.filter(isNetwork), []);
});

test("a caller is admitted by its own address, however the socket writes it, and asked again alike", () => {
  const admits = createAddressCheck(["10.1.0.0/16", "192.0.2.7", "2001:db8:1::/48"]);
  const inside = ["10.1.255.255", "::ffff:10.1.0.1", "192.0.2.7", "2001:db8:1::9", "2001:DB8:1:ffff::1%eth0"];
  const outside = ["10.2.0.0", "::ffff:10.2.0.1", "192.0.2.8", "2001:db8:2::1", "::1", "", "unknown"];
  for (let round = 0; round < 2; round += 1) {
    assert.deepEqual(inside.filter(admits), inside);
    assert.deepEqual(outside.filter(admits), []);
  }
});

test("verdicts stay right when more callers come than are remembered", () => {
  const admits = createAddressCheck(["10.0.0.0/24"]);
  for (let index = 0; index < 2_000; index += 1) {
    const [third, last] = [index % 4, index % 256];
    assert.equal(admits(`10.0.${third}.${last}`), third === 0);
  }
});

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
