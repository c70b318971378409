import assert from "node:assert/strict";
import { test } from "node:test";
import { readTaskText } from "../conversation/task-text.ts";
import { doubtTiers, unreadShareOf } from "./unread-scripts.ts";

const shareOf = (content: string): number =>
  unreadShareOf(readTaskText([{ role: "user", text: content, parts: [], isToolResult: false } as never], 0));

test("scripts of the atlas are read, and signs, digits and emoji are no letters", () => {
  for (const text of [
    "Prove that there are infinitely many primes.",
    "Żółć, ça va, naïve, größer, Việt Nam",
    "Докажите, что простых чисел бесконечно много",
    "أثبت أن الأعداد الأولية لا نهائية",
    "सिद्ध कीजिए कि अभाज्य संख्याएँ अनंत हैं",
    "素数が無限に存在することを証明せよ",
    "证明素数有无穷多个",
    "소수가 무한함을 증명하시오",
    "จงพิสูจน์ว่าจำนวนเฉพาะมีอนันต์",
    "3 + 4 = 7 ✓ 👍 → ∞",
    "",
  ])
    assert.equal(shareOf(text), 0, text);
});

test("other scripts are not, nor is Persian or Urdu by the letters that Arabic lacks", () => {
  for (const text of [
    "הוכח שיש אינסוף ראשוניים",
    "Αποδείξτε ότι υπάρχουν άπειροι πρώτοι",
    "প্রমাণ কর যে মৌলিক সংখ্যা অসীম",
    "பகா எண்கள் முடிவிலா என நிரூபி",
    "დაამტკიცე რომ მარტივი რიცხვები უსასრულოა",
    "ዋና ቁጥሮች እልፍ መሆናቸውን አረጋግጥ",
  ])
    assert.ok(shareOf(text) > 0.95, `${text}: ${shareOf(text)}`);
  for (const text of ["ثابت کنید بی‌نهایت عدد اول وجود دارد", "ثابت کریں کہ مفرد اعداد لامحدود ہیں"])
    assert.ok(shareOf(text) > 0.4, `${text}: ${shareOf(text)}`);
});

test("an English instruction before a Greek text is read for the most part", () => {
  const share = shareOf("Translate this line into English, please, in a plain style: Καλημέρα");
  assert.ok(share > 0.05 && share < 0.25, `${share}`);
});

test("what was not read is doubt: the small class is rarely enough, and all chances stay one together", () => {
  const sure = [0.9, 0.1, 0, 0, 0];
  assert.equal(doubtTiers(sure, 0), sure);
  const mixed = doubtTiers(sure, 1);
  assert.ok(mixed[0]! < 0.2);
  assert.ok(Math.abs(doubtTiers(sure, 0.3).reduce((sum, share) => sum + share, 0) - 1) < 1e-12);
});
