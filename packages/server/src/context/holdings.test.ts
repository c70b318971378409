import assert from "node:assert/strict";
import { test } from "node:test";

import { createHoldings } from "./holdings.ts";

test("an owner holds as much as it may, others have theirs, and a release makes room once", () => {
  const bytes = createHoldings(() => 16);
  const first = bytes.take("a", 8);
  bytes.take("a", 8);
  assert.equal(bytes.take("a", 1), undefined);
  assert.ok(bytes.take("b", 8));
  first?.();
  first?.();
  assert.ok(bytes.take("a", 8));
  assert.equal(bytes.take("a", 1), undefined);
});

test("an owner that holds nothing gets any amount", () => {
  const bytes = createHoldings(() => 1);
  assert.ok(bytes.take("a", 8));
  assert.equal(bytes.take("a", 1), undefined);
});

test("a body of unknown length counts as the largest until it is there", () => {
  const bytes = createHoldings(() => 9);
  const chunked = bytes.take("a", 8);
  assert.equal(bytes.take("a", 2), undefined);
  chunked?.(1);
  const next = bytes.take("a", 8);
  assert.equal(bytes.take("a", 1), undefined);
  chunked?.();
  chunked?.(8);
  assert.ok(bytes.take("a", 1));
  next?.();
});

test("the shares of all owners together leave room for one more", () => {
  const shares = createHoldings((owners) => Math.ceil(12 / (owners + 1)));
  const takeAll = (owner: string): number => {
    let count = 0;
    while (shares.take(owner) !== undefined) count += 1;
    return count;
  };
  assert.deepEqual([takeAll("a"), takeAll("b"), takeAll("c")], [6, 4, 3]);
});
