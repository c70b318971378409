import assert from "node:assert/strict";
import { test } from "node:test";

import { readDemandedLength } from "./demanded-length.ts";

const CHOICES = [
  "Ist die Erde rund? Antworte nur mit „wahr“ oder „falsch“, in einem einzigen Wort.",
  "Quel est le plus grand ? Ne réponds que par une lettre.",
  "La Terre est-elle ronde ? Réponds par oui ou non.",
  "¿Cuál es el planeta más grande? Responde únicamente con una palabra.",
  "Qual è il pianeta più grande? Rispondi con una sola parola.",
  "Rispondi solo con la lettera corretta.",
  "Responda apenas com a letra correta.",
  "A Terra é redonda? Sim ou não?",
  "Antwoord alleen met de juiste letter.",
  "Is de aarde rond? Antwoord met één woord.",
  "Odpowiedz jednym słowem.",
  "Odpowiedz tylko literą.",
  "Ответь одним словом: какая планета самая большая?",
  "Земля круглая? Ответь только буквой.",
  "哪个行星最大？用一个词回答。",
  "最大の惑星は？記号だけで答えてください。",
  "一言で答えて。",
  "가장 큰 행성은? 한 단어로 답하세요.",
  "정답 기호만 쓰세요.",
];

test("a bare choice is a handful of tokens in every language that has words for it", () => {
  for (const text of CHOICES) assert.deepEqual(readDemandedLength(text), { mean: 2, low: 1, high: 3 }, text);
});

const AMOUNTS: readonly (readonly [text: string, low: number, high: number])[] = [
  ["Write 2000 words about the fall of Rome.", 2_400, 3_000],
  ["Please write me 300 words on bees.", 380, 430],
  ["Schreibe einen Aufsatz mit 500 Wörtern über Bienen.", 800, 900],
  ["Ein 300-Wörter-Text über Bienen, bitte.", 450, 550],
  ["Fasse den Text in drei kurzen Sätzen zusammen.", 70, 90],
  ["Rédige un texte de 200 mots sur les abeilles.", 270, 330],
  ["Explique la photosynthèse en trois phrases.", 70, 90],
  ["Escribe un ensayo de 300 palabras sobre las abejas.", 380, 460],
  ["Resúmelo en dos frases.", 45, 60],
  ["Scrivi un saggio di 300 parole.", 430, 520],
  ["Riassumi in due frasi.", 45, 60],
  ["Escreva um texto de 300 palavras.", 400, 500],
  ["Resuma em um parágrafo.", 90, 100],
  ["Schrijf een tekst van 200 woorden.", 280, 360],
  ["Vat samen in 2 zinnen.", 45, 60],
  ["Streść to w 2 zdaniach.", 45, 60],
  ["Напиши сочинение на 300 слов.", 500, 650],
  ["Объясни в двух предложениях.", 45, 60],
  ["写一篇500字的文章。", 450, 550],
  ["用三句话总结这篇文章。", 70, 90],
  ["300文字以内で要約してください。", 200, 320],
  ["3行でまとめて。", 50, 70],
  ["2 문장으로 요약해 주세요.", 45, 60],
  ["300자 이내로 요약해 주세요.", 200, 300],
];

test("amounts count in tokens of their language", () => {
  for (const [text, low, high] of AMOUNTS) {
    const mean = readDemandedLength(text)?.mean ?? 0;
    assert.ok(mean >= low && mean <= high, `${text} ${mean}`);
  }
});

const OPEN = [
  "Erkläre Schritt für Schritt und antworte dann nur mit einem Wort.",
  "Raisonne étape par étape, puis réponds seulement par la lettre.",
  "Piensa paso a paso y responde solo con la letra.",
  "Ragiona passo dopo passo e rispondi solo con la lettera.",
  "Рассуждай шаг за шагом, потом ответь одним словом.",
  "一步一步思考，然后只回答选项字母。",
  "順を追って考え、記号だけで答えてください。",
  "단계별로 생각하고 기호만 답하세요.",
  "Was bedeutet dieses Wort?",
  "Le texte a trois paragraphes et deux erreurs.",
  "El documento tiene 300 palabras y un título.",
  "我早上6点起床，昨天走了很远的路。",
  "下面两段话有什么不同？",
  "이 두 문장을 비교해 주세요.",
];

test("a way to think, and words of the question itself, demand nothing", () => {
  for (const text of OPEN) assert.equal(readDemandedLength(text), undefined, text);
});

test("a word inside another word is no demand, with accents as without", () => {
  for (const text of [
    "Solon sagte: Wortwahl ist alles.",
    "L'unification en motsous-entendu",
    "sólidopalabra",
  ])
    assert.equal(readDemandedLength(text), undefined, text);
});
