// A killed run goes on where it stopped, and never takes up members of another run or half-written ones.
import assert from "node:assert/strict";
import { mkdtempSync, readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import type { TestContext } from "node:test";
import { splitmix32 } from "@signalbox/engine/numerics";
import { openCheckpoint } from "./checkpoint.ts";
import { createMember, PARAMETER_NAMES } from "./member.ts";
import type { MemberParameters } from "./member.ts";

const SHAPE = {
  vocabularySize: 5,
  tokenSize: 3,
  denseSize: 2,
  hiddenSize: 4,
  abilitySize: 2,
  modelCount: 3,
  canonicalCount: 2,
};

const memberOf = (seed: number): MemberParameters =>
  createMember(SHAPE, { tokens: new Float32Array(15).fill(seed), width: 3 }, splitmix32(seed));

function folder(t: TestContext): string {
  const dir = mkdtempSync(join(tmpdir(), "signalbox-checkpoint-"));
  t.after(() => rmSync(dir, { recursive: true, force: true }));
  return dir;
}

const dataFileOf = (dir: string, member: number): string => {
  const [own = ""] = readdirSync(dir);
  return join(dir, own, `member-${member}.bin`);
};

test("a member comes back bit by bit, and each under its own number", (t) => {
  const dir = folder(t);
  const [first, second] = [memberOf(1), memberOf(2)];
  openCheckpoint(dir, "run").save(0, first);
  openCheckpoint(dir, "run").save(3, second);
  const again = openCheckpoint(dir, "run");
  assert.deepEqual(again.find(0), first);
  assert.deepEqual(again.find(3), second);
  assert.equal(again.find(1), undefined);
});

test("a run with another key finds nothing of this one", (t) => {
  const dir = folder(t);
  openCheckpoint(dir, "seed 42").save(0, memberOf(1));
  assert.equal(openCheckpoint(dir, "seed 43").find(0), undefined);
});

test("a member whose bytes were cut or changed is trained again", (t) => {
  const dir = folder(t);
  const checkpoint = openCheckpoint(dir, "run");
  checkpoint.save(0, memberOf(1));
  checkpoint.save(1, memberOf(2));
  truncateSync(dataFileOf(dir, 0), 16);
  const bytes = readFileSync(dataFileOf(dir, 1));
  bytes[5] = (bytes[5] ?? 0) ^ 1;
  writeFileSync(dataFileOf(dir, 1), bytes);
  assert.equal(checkpoint.find(0), undefined);
  assert.equal(checkpoint.find(1), undefined);
});

test("a member without its index was not finished", (t) => {
  const dir = folder(t);
  const checkpoint = openCheckpoint(dir, "run");
  checkpoint.save(0, memberOf(1));
  rmSync(dataFileOf(dir, 0).replace(".bin", ".json"));
  assert.equal(checkpoint.find(0), undefined);
});

test("what was found can be trained on: its arrays are its own", (t) => {
  const checkpoint = openCheckpoint(folder(t), "run");
  checkpoint.save(0, memberOf(1));
  const [one, other] = [checkpoint.find(0), checkpoint.find(0)];
  one?.hidden.fill(9);
  assert.notDeepEqual(one?.hidden, other?.hidden);
  for (const name of PARAMETER_NAMES) assert.equal(other?.[name].length, memberOf(1)[name].length);
});

test("a finished run leaves nothing behind, and removing twice is allowed", (t) => {
  const dir = folder(t);
  const checkpoint = openCheckpoint(dir, "run");
  checkpoint.save(0, memberOf(1));
  checkpoint.remove();
  checkpoint.remove();
  assert.deepEqual(readdirSync(dir), []);
});
