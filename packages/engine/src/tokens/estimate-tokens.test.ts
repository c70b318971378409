import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { encode as encodeCl100k } from "gpt-tokenizer/encoding/cl100k_base";
import { encode as encodeO200k } from "gpt-tokenizer/encoding/o200k_base";
import { TOKENIZER_FAMILIES, type TokenizerFamily } from "@signalbox/contracts";
import { createTokenCounter, estimateTokens, TOKEN_SCAN_CHARS_MAX } from "./estimate-tokens.ts";
import { TOKEN_SAMPLES } from "./token-samples.data.ts";
import { TOKEN_FEATURE_COUNT } from "./token-features.ts";
import { TOKEN_WEIGHTS } from "./token-weights.generated.ts";

const REFERENCES = { o200k: encodeO200k, cl100k: encodeCl100k } as const;

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}

/** Written for this test: one sentence each in its own script. */
const SCRIPTS = {
  arabic: "وصلت الحافلة متأخرة هذا الصباح، فمشينا إلى المدرسة تحت المطر ولم نجد المعلمة في الصف.",
  hebrew: "האוטובוס איחר הבוקר, ולכן הלכנו לבית הספר ברגל בגשם ולא מצאנו את המורה בכיתה.",
  hindi: "आज सुबह बस देर से आई, इसलिए हम बारिश में पैदल स्कूल गए और कक्षा में शिक्षिका नहीं मिलीं।",
  thai: "เช้านี้รถเมล์มาสาย เราจึงเดินไปโรงเรียนกลางสายฝน และไม่พบคุณครูในห้องเรียน",
} as const;

test("no script is nearly free: each is counted within 35 % in every family with a reference", () => {
  for (const [family, encode] of Object.entries(REFERENCES))
    for (const [script, text] of Object.entries(SCRIPTS)) {
      const ratio = estimateTokens(text, family as TokenizerFamily) / encode(text).length;
      assert.ok(ratio > 0.65 && ratio < 1.35, `${family} ${script} ${ratio}`);
    }
  for (const family of TOKENIZER_FAMILIES)
    for (const text of Object.values(SCRIPTS))
      assert.ok(estimateTokens(text, family) > text.length / 8, family);
});

for (const [family, encode] of Object.entries(REFERENCES)) {
  for (const [language, texts] of Object.entries(TOKEN_SAMPLES)) {
    test(`${family}: half of the ${language} samples are estimated within 5 % of the reference`, () => {
      const errors = texts.map((text) => {
        const reference = encode(text).length;
        return Math.abs(estimateTokens(text, family as TokenizerFamily) - reference) / reference;
      });
      assert.ok(median(errors) <= 0.05, `median error ${median(errors)}`);
      assert.ok(Math.max(...errors) <= 0.25, `largest error ${Math.max(...errors)}`);
    });
  }
}

test("every fitted family has one weight a feature", () => {
  for (const [family, weights] of Object.entries(TOKEN_WEIGHTS))
    assert.equal(weights.length, TOKEN_FEATURE_COUNT, family);
});

test("any text has a finite, whole, positive count in every family, and the empty text none", () => {
  fc.assert(
    fc.property(
      fc.string({ unit: "binary", minLength: 1 }),
      fc.constantFrom(...TOKENIZER_FAMILIES),
      (text, family) => {
        const tokens = estimateTokens(text, family);
        assert.ok(Number.isInteger(tokens) && tokens >= 1);
      },
    ),
  );
  for (const family of TOKENIZER_FAMILIES) assert.equal(estimateTokens("", family), 0);
});

test("one counter answers for every family what a fresh estimate says", () => {
  const text = TOKEN_SAMPLES.english.join("\n");
  const count = createTokenCounter(text);
  for (const family of [...TOKENIZER_FAMILIES, ...TOKENIZER_FAMILIES])
    assert.equal(count(family), estimateTokens(text, family));
});

test("a text beyond the scan limit is estimated from even windows, near the sum of its parts", () => {
  const unit = `${TOKEN_SAMPLES.english.join("\n")}\n${TOKEN_SAMPLES.code.join("\n")}\n`;
  const repeats = Math.ceil((4 * TOKEN_SCAN_CHARS_MAX) / unit.length);
  const whole = estimateTokens(unit.repeat(repeats), "o200k");
  const sum = repeats * estimateTokens(unit, "o200k");
  assert.ok(Math.abs(whole - sum) / sum < 0.03, `${whole} against ${sum}`);
});

test("more of the same text never counts for less", () => {
  const text = TOKEN_SAMPLES.german.join(" ");
  let previous = 0;
  for (let end = 50; end <= text.length; end += 50) {
    const tokens = estimateTokens(text.slice(0, end), "claude");
    assert.ok(tokens >= previous - 3, `at ${end}`);
    previous = tokens;
  }
});
