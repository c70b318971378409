// A gate against slow growth that needs no clock: what a decision takes of the heap varies by one in a hundred from run to run,
// on any machine, and every object that somebody adds to each candidate shows.
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { join } from "node:path";
import { test } from "node:test";
import { promisify } from "node:util";

/** 41 KB were measured of two candidates and 2.2 to 2.8 KB for each further one; a fifth more is a change to look at. */
const FEW_BYTES_MAX = 60_000;
const BYTES_PER_CANDIDATE_MAX = 3_400;
/** Some 200 were measured: what is compiled meanwhile lies there too. */
const LEFT_BYTES_MAX = 1_000;
const HEAP_FLAGS = ["--expose-gc", "--min-semi-space-size=64", "--max-semi-space-size=64"];

/** @unit bytes a decision */
interface Counted {
  readonly few: number;
  readonly many: number;
  readonly left: number;
}

async function count(): Promise<Counted> {
  const program = join(import.meta.dirname, "count-allocations.ts");
  const flags = ["--disable-warning=ExperimentalWarning", ...HEAP_FLAGS];
  const { stdout } = await promisify(execFile)(process.execPath, [...flags, program]);
  return JSON.parse(stdout) as Counted;
}

const counting = count();

test("a decision allocates no more than it did, in all and for each candidate", async () => {
  const { few, many } = await counting;
  const perCandidate = (many - few) / 18;
  assert.ok(few > 1_000 && few < FEW_BYTES_MAX, `${few} bytes for two candidates`);
  assert.ok(
    perCandidate > 100 && perCandidate < BYTES_PER_CANDIDATE_MAX,
    `${perCandidate} bytes a candidate`,
  );
});

test("the young heap forgets a decision: nothing of it waits for a full collection", async () => {
  const { left } = await counting;
  assert.ok(left < LEFT_BYTES_MAX, `${left} bytes of a decision are left in the old heap`);
});
