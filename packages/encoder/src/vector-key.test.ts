import assert from "node:assert/strict";
import { test } from "node:test";

import { VECTOR_KEY_BYTES, vectorKeyOf } from "./vector-key.ts";

/**
 * Golden values of Python: base64.urlsafe_b64encode(hashlib.sha256(struct.pack("<%dH" % len(ids), *ids)).digest()),
 * without its padding.
 */
const GOLDEN: readonly (readonly [ids: readonly number[], key: string])[] = [
  [[], "47DEQpj8HBSa-_TImW-5JCeuQeRkm5NMpJWZG3hSuFU"],
  [[101, 102], "EV8XxN6GtOxc__10-iNZ8aqcl2W_qOCkgrqEsScRsao"],
  [[101, 2129, 2003, 1037, 4937, 102], "59fxslVzaIlX8b3REPKTGj5uUa6Fft8XjmNTddJYci0"],
  [[65_535, 0, 1], "2BFMC4Eq4O0nSg_O0B5biF9ZB3yF5sfSrZhEPaTd0WE"],
  [Array.from({ length: 512 }, (_, index) => index), "QHcVuN7Ui-RCbfmEAc7NDnrWG5rXQmSeuETeRS0cX5E"],
];

test("the key is the SHA-256 of the token ids as little-endian 16-bit numbers", () => {
  for (const [ids, key] of GOLDEN) assert.equal(vectorKeyOf(ids), key);
});

test("lists and typed arrays of the same tokens share a key", () => {
  const ids = [101, 7592, 102];
  assert.equal(vectorKeyOf(Int32Array.from(ids)), vectorKeyOf(ids));
});

test("order and length of the tokens are part of the key", () => {
  const keys = [[1, 2], [2, 1], [1, 2, 0], [1], [258]].map((ids) => vectorKeyOf(ids));
  assert.equal(new Set(keys).size, keys.length);
});

test("a key has the bytes that the memory of vectors makes room for", () => {
  assert.equal(Buffer.from(vectorKeyOf([101, 102]), "base64url").length, VECTOR_KEY_BYTES);
});
