import assert from "node:assert/strict";
import { test } from "node:test";
import { detectLanguage } from "../language/detect-language.ts";
import { readTaskText } from "../conversation/task-text.ts";
import { doubtLogTokens, doubtTiers, unreadShareOf } from "./unread-scripts.ts";

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

/** A hard request in each of 26 languages that nothing was learned of. */
const HARD: Readonly<Record<string, string>> = {
  hu: "Bizonyítsd be, hogy minden véges csoport, amelynek rendje páratlan, feloldható, és vázold a bizonyítás fő lépéseit.",
  sl: "Dokaži, da za vsako zvezno funkcijo na kompaktni množici obstaja minimum, in posploši dokaz na polzvezne funkcije.",
  lv: "Pierādiet, ka katram primam skaitlim p lielam par 3 vienādojumam ir bezgalīgi daudz atrisinājumu, un novērtējiet to skaitu.",
  he: "הוכח שכל מרחב מטרי שלם הוא מרחב בייר והסק מכך את משפט הגרף הסגור במלואו.",
  fa: "ثابت کنید که هر گروه متناهی از مرتبه فرد حل‌پذیر است و مراحل اصلی اثبات را توضیح دهید.",
  ur: "ثابت کریں کہ ہر مکمل میٹرک فضا بیئر فضا ہے اور اس سے بند گراف کا مسئلہ اخذ کریں۔",
  bn: "প্রমাণ করুন যে প্রতিটি সম্পূর্ণ মেট্রিক স্থান একটি বেয়ার স্থান এবং বদ্ধ লেখচিত্র উপপাদ্য প্রতিষ্ঠা করুন।",
  ta: "ஒவ்வொரு முழுமையான மெட்ரிக் வெளியும் பெயர் வெளி என்பதை நிறுவுக, மூடிய வரைபடத் தேற்றத்தை வருவிக்கவும்.",
  ka: "დაამტკიცეთ, რომ ყოველი სრული მეტრიკული სივრცე ბერის სივრცეა და გამოიყვანეთ ჩაკეტილი გრაფიკის თეორემა.",
  am: "እያንዳንዱ ሙሉ ሜትሪክ ቦታ የቤየር ቦታ መሆኑን አረጋግጥ እና የተዘጋ ግራፍ ንድፈ ሐሳብን አውጣ።",
  cs: "Dokažte, že každá grupa řádu p na druhou je abelovská, a najděte všechny grupy řádu p na třetí až na izomorfismus.",
  sk: "Dokážte, že každá konečná grupa nepárneho rádu je riešiteľná, a načrtnite hlavné kroky dôkazu.",
  ro: "Demonstrați că orice funcție continuă pe un compact este uniform continuă și extindeți rezultatul la spații metrice complete.",
  sv: "Bevisa att varje kontinuerlig funktion på en kompakt mängd är likformigt kontinuerlig och generalisera till metriska rum.",
  da: "Bevis at enhver kontinuert funktion på en kompakt mængde er ligeligt kontinuert, og generaliser beviset til metriske rum.",
  no: "Bevis at enhver kontinuerlig funksjon på en kompakt mengde er uniformt kontinuerlig, og generaliser til metriske rom.",
  fi: "Todista, että jokainen jatkuva funktio kompaktissa joukossa on tasaisesti jatkuva, ja yleistä tulos metrisiin avaruuksiin.",
  el: "Αποδείξτε ότι κάθε συνεχής συνάρτηση σε συμπαγές σύνολο είναι ομοιόμορφα συνεχής και γενικεύστε το αποτέλεσμα.",
  uk: "Доведіть, що кожна скінченна група непарного порядку є розв'язною, та опишіть основні кроки доведення.",
  bg: "Докажете, че всяка непрекъсната функция върху компактно множество е равномерно непрекъсната и обобщете за метрични пространства.",
  sr: "Докажите да је свака непрекидна функција на компактном скупу равномерно непрекидна и уопштите резултат.",
  hr: "Dokažite da je svaka neprekidna funkcija na kompaktnom skupu jednoliko neprekidna i poopćite rezultat na metričke prostore.",
  lt: "Įrodykite, kad kiekviena tolydi funkcija kompaktiškoje aibėje yra tolygiai tolydi, ir apibendrinkite rezultatą.",
  et: "Tõesta, et iga pidev funktsioon kompaktsel hulgal on ühtlaselt pidev, ja üldista tulemus meetrilistele ruumidele.",
  id: "Buktikan bahwa setiap fungsi kontinu pada himpunan kompak adalah kontinu seragam dan perumum hasilnya ke ruang metrik.",
  ca: "Demostra que tota funció contínua en un conjunt compacte és uniformement contínua i generalitza el resultat als espais mètrics.",
};
/** Written alike where the request has no word that only one of them has. */
const ALIKE: Readonly<Record<string, string>> = { no: "da" };

for (const [language, request] of Object.entries(HARD))
  test(`a hard request in ${language} is named so or not at all, and is doubt for the most part`, () => {
    assert.ok([language, ALIKE[language], "und"].includes(detectLanguage(request)), detectLanguage(request));
    assert.ok(shareOf(request) >= 0.7, `${shareOf(request)}`);
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

test("the tokens of an unread request are drawn to the usual number, those of a read one are kept", () => {
  assert.equal(doubtLogTokens(3, 0), 3);
  assert.ok(doubtLogTokens(3, 1) > 4 && doubtLogTokens(9, 1) < 6);
});
