import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { Tokenizer } from "@huggingface/tokenizers";
import fc from "fast-check";
import { createTokenBuffer, tokenise, tokeniseEnds } from "./tokenise.ts";
import { buildVocabulary } from "./vocabulary.ts";

const root = join(import.meta.dirname, "../../../../..");
const words = readFileSync(join(root, "artefacts/start-release/vocabulary.txt"), "utf8").split("\n");
const vocabulary = buildVocabulary(words);
const buffer = createTokenBuffer(8_192);

const reference = new Tokenizer(
  {
    version: "1.0",
    truncation: null,
    padding: null,
    added_tokens: [],
    normalizer: {
      type: "BertNormalizer",
      clean_text: true,
      handle_chinese_chars: true,
      strip_accents: null,
      lowercase: true,
    },
    pre_tokenizer: { type: "BertPreTokenizer" },
    post_processor: null,
    decoder: null,
    model: {
      type: "WordPiece",
      unk_token: "[UNK]",
      continuing_subword_prefix: "##",
      max_input_chars_per_word: 100,
      vocab: Object.fromEntries(words.map((word, id) => [word, id])),
    },
  },
  { tokenizer_class: "BertTokenizer", do_lower_case: true },
);

function assertSame(text: string): void {
  const count = tokenise(vocabulary, text, buffer);
  const expected = reference.encode(text, { add_special_tokens: false }).ids;
  assert.deepEqual([...buffer.ids.subarray(0, count)], [...expected], JSON.stringify(text));
}

test("tokens equal the reference tokenizer's on prose, code, accents, scripts and symbols", () => {
  for (const text of [
    "Hello, World! How's the café in Zürich?",
    "def add(a, b):\n    return a_1 + b**2  # naïve",
    "unaffordability antidisestablishmentarianism xqzvkj",
    "$\\int_0^1 x^2 \\, dx = \\frac{1}{3}$ ≠ ∞ ½",
    "请解释量子纠缠。 東京 こんにちは 안녕하세요",
    "Привет, как дела? İstanbul ΑΒΓ ἄνθρωπος",
    "tab\tnewline\r\nnull\u0000zero\u200bwidth\u00adsoft\ufffd",
    `${"a".repeat(100)} ${"b".repeat(101)}`,
    "[CLS] [MASK] ##ing don't 3.14 1,000",
    "नमस्ते दुनिया مرحبا بالعالم שלום",
    "",
    "   ",
  ])
    assertSame(text);
});

test("tokens equal the reference tokenizer's on any text of the basic plane", () => {
  const character = fc.integer({ min: 1, max: 0xd7ff }).map((unit) => String.fromCharCode(unit));
  const word = fc.oneof(fc.constantFrom("the", "Über", "x²", "don't", "中文", "3.5"), character);
  fc.assert(
    fc.property(fc.array(word, { maxLength: 30 }), (parts) => assertSame(parts.join(" "))),
    { numRuns: 200, seed: 11 },
  );
});

test("text that does not fit is cut, never an error", () => {
  const small = createTokenBuffer(3);
  assert.equal(tokenise(vocabulary, "one two three four five", small), 3);
});

test("both ends of a text are what reading all of it gives, however its words repeat", () => {
  const side = createTokenBuffer(8_192);
  const word = fc.oneof(
    fc.constantFrom("the", "Straße", "unbelievably", "42", "-", "你好", "x".repeat(120), " ", "\n", "é"),
    fc.string({ unit: "grapheme", maxLength: 12 }),
  );
  const ends = fc.record({ head: fc.integer({ min: 1, max: 40 }), tail: fc.integer({ min: 1, max: 40 }) });
  fc.assert(
    fc.property(fc.array(word, { maxLength: 400 }), ends, (parts, { head, tail }) => {
      const text = parts.join(" ");
      const all = Array.from(buffer.ids.subarray(0, tokenise(vocabulary, text, buffer)));
      const count = tokeniseEnds(vocabulary, text, side, { head, tail });
      const expected = all.length <= head + tail ? all : [...all.slice(0, head), ...all.slice(-tail)];
      assert.deepEqual(Array.from(side.ids.subarray(0, count)), expected);
    }),
  );
});
