import assert from "node:assert/strict";
import { test } from "node:test";
import type { MemberParameters } from "../train/member.ts";
import type { EncoderStart } from "./read-start.ts";
import { smoothTokens } from "./smooth-tokens.ts";

/** "big" and "large" stand near each other, "violin" apart, "##s" is no word. */
const START: EncoderStart = {
  vocabulary: ["big", "large", "violin", "##s"],
  tokens: Float32Array.of(1, 0, 0.9, 0.3, 0, 1, 1, 0),
  width: 2,
};
const EMPTY = new Float32Array();
const member = (tokens: Float32Array): MemberParameters => ({
  tokens,
  hidden: EMPTY,
  hiddenBias: EMPTY,
  heads: EMPTY,
  headBias: EMPTY,
  shared: EMPTY,
  own: EMPTY,
});

test("near words meet half-way, others and pieces stay, and the given member is left as it was", () => {
  const trained = member(Float32Array.of(2, 0, 4, 8));
  const [smoothed] = smoothTokens([trained], { tokenSize: 1 }, START);
  assert.deepEqual([...(smoothed?.tokens ?? [])], [1, 1, 4, 8]);
  assert.deepEqual([...trained.tokens], [2, 0, 4, 8]);
});

test("a member without a token table stays as it is", () => {
  const members = [member(EMPTY)];
  assert.equal(smoothTokens(members, { tokenSize: 0 }, START), members);
});
