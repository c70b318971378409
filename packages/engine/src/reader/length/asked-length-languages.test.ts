import assert from "node:assert/strict";
import { test } from "node:test";

import { readTaskText } from "../conversation/task-text.ts";
import { readAskedLength } from "./asked-length.ts";

const meanOf = (text: string): number | undefined =>
  readAskedLength(
    readTaskText([{ role: "user", text, parts: [], toolCallCount: 0, isToolResult: false }], 0),
    "write",
  )?.mean;

type Asked = readonly [text: string, low: number, high: number];

const ASKED: Readonly<Record<string, readonly Asked[]>> = {
  en: [
    ["Write two hundred words on rain", 240, 300],
    ["Write 2k words about Rome", 2_400, 3_000],
    ["an essay of three hundred and fifty words", 430, 520],
    ["List 100 baby names", 400, 700],
    ["10 bullet points on tea, each at most 8 words", 90, 130],
    ["Write a novel about a lighthouse", 5_000, 15_000],
    ["Write between 200 and 300 words", 300, 420],
  ],
  de: [
    ["Schreibe achthundert Wörter über Bienen", 1_200, 1_500],
    ["Ein Text mit fünfhundertfünfzig Wörtern", 850, 1_000],
    ["Schreib einen Aufsatz von zweitausend Wörtern", 3_000, 3_700],
    ["Nenne 50 Vornamen", 200, 350],
    ["Schreibe einen Roman über einen Leuchtturm", 5_000, 15_000],
  ],
  fr: [
    ["Écris trois cents mots sur les abeilles", 400, 500],
    ["Rédige un texte de deux cent cinquante mots", 340, 410],
    ["un essai de quatre-vingts mots", 100, 140],
    ["Donne-moi 40 idées de cadeaux", 700, 1_100],
    ["Écris un roman sur un phare", 5_000, 15_000],
  ],
  es: [
    ["Escribe doscientas palabras sobre el mar", 250, 320],
    ["un ensayo de mil quinientas palabras", 1_900, 2_300],
    ["Escribe 2 mil palabras sobre Roma", 2_600, 3_000],
    ["Dame 30 ideas para una fiesta", 550, 800],
    ["Escribe una novela sobre el desierto", 5_000, 15_000],
  ],
  it: [
    ["Scrivi trecento parole sul mare", 430, 530],
    ["un saggio di ottocentocinquanta parole", 1_250, 1_450],
    ["Scrivi duemila parole su Roma", 3_000, 3_500],
    ["Elenca 50 nomi per gatti", 200, 350],
  ],
  pt: [
    ["Escreva trezentas palavras sobre o mar", 400, 500],
    ["um texto de cento e vinte palavras", 160, 210],
    ["Escreva duas mil palavras sobre Roma", 2_800, 3_200],
    ["Liste 100 nomes de bebê", 400, 700],
  ],
  ru: [
    ["Напиши пятьсот слов о пчёлах", 850, 1_050],
    ["Напиши текст на двести пятьдесят слов", 430, 520],
    ["Напиши две тысячи слов о Риме", 3_500, 4_100],
    ["Придумай 50 названий для кафе", 200, 350],
    ["Напиши роман о маяке", 5_000, 15_000],
  ],
  zh: [
    ["写一篇八百字的文章", 750, 850],
    ["写一篇关于罗马的两千五百字文章", 2_400, 2_600],
    ["用三百字介绍蜜蜂", 280, 320],
    ["列出100个名字", 400, 700],
    ["写一部长篇小说", 5_000, 15_000],
  ],
  ja: [
    ["三千字以上の短編を書いて", 2_200, 3_100],
    ["八百字で蜂について書いて", 600, 820],
    ["二千五百文字の記事を書いて", 1_900, 2_100],
    ["小説を書いて", 5_000, 15_000],
  ],
  elsewhere: [
    ["Schrijf 2.000 woorden over Rome", 3_000, 3_400],
    ["Noem 40 namen voor een hond", 150, 300],
    ["Napisz 500 słów o pszczołach", 1_000, 1_300],
    ["Podaj 100 imion dla dzieci", 400, 700],
    ["Arılar hakkında 300 kelime yaz", 550, 700],
    ["Bana 50 isim öner", 200, 350],
    ["اكتب ٣٠٠ كلمة عن البحر", 600, 680],
    ["३०० शब्दों में लिखो", 580, 620],
    ["300자로 요약해 줘", 230, 250],
    ["เขียนเรียงความ 300 คำ", 580, 620],
    ["Viết bài 300 chữ", 370, 410],
  ],
};

test("lengths are read in number words of the most frequent languages and in digits of all, and by the name of a work", () => {
  const wrong: string[] = [];
  for (const [language, asked] of Object.entries(ASKED)) {
    assert.ok(asked.length >= 4, language);
    for (const [text, low, high] of asked) {
      const mean = meanOf(text) ?? 0;
      if (mean < low || mean > high) wrong.push(`${text}: ${mean}, not ${low} to ${high}`);
    }
  }
  assert.deepEqual(wrong, []);
});

test("numbers of other things, and works that are spoken of, ask for no length", () => {
  for (const text of [
    "Write a story about 300 soldiers",
    "What happened in the year 2000?",
    "Call me at 500",
    "A poem about a novel idea",
    "Write a book review",
    "Write a summary of the novel",
    "Write a title for my novel",
    "Recommend me a book",
    "We have 14k lines of C++. Write a plan",
    "I've got 62k words of a novel, how do I finish it?",
    "Eine Geschichte über 300 Soldaten",
    "Schreibe eine Zusammenfassung des Romans",
    "Une histoire sur 300 soldats",
    "Escribe sobre el año 2000",
    "Scrivi di 300 soldati",
    "Uma história sobre 300 soldados",
    "Een verhaal over 300 soldaten",
    "Historia o 300 żołnierzach",
    "Рассказ о трёхстах солдатах",
    "300 asker hakkında bir hikâye yaz",
    "اكتب قصة عن 300 جندي",
    "300 सैनिकों की कहानी लिखो",
    "写一个关于300个士兵的故事",
    "300人の兵士の物語を書いて",
    "군인 300명에 대한 이야기를 써 줘",
    "เขียนเรื่องทหาร 300 คน",
    "Viết truyện về 300 chiến binh",
  ])
    assert.equal(meanOf(text), undefined, text);
});

test("a limit of each item counts as often as there are items, and not at all where their number is unknown", () => {
  for (const [text, low, high] of [
    ["Ten tips, each of at most 12 words", 140, 180],
    ["Zehn Tipps zum Garten, jeder höchstens 12 Wörter", 180, 220],
    ["tres viñetas, máximo 15 palabras cada una", 55, 70],
    ["写十条建议，每条不超过20字", 180, 220],
  ] as const) {
    const mean = meanOf(text) ?? 0;
    assert.ok(mean >= low && mean <= high, `${text}: ${mean}`);
  }
  assert.equal(meanOf("Tips for the garden, each at most 12 words"), undefined);
});
