// What a text beside an instruction is called: by how it looks, or by the word for it in the instruction.
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Operation } from "@signalbox/contracts";

import { matterWords } from "../src/explain/matter-words.ts";
import { readTaskText } from "../src/reader/conversation/task-text.ts";
import { readFormat } from "../src/reader/task/read-format.ts";
import { readMatter } from "../src/reader/task/read-matter.ts";
import { readMessages } from "../src/internals.ts";

function matterOf(content: string, operation: Operation): string | undefined {
  const text = readTaskText(readMessages([{ role: "user", content }]), 0);
  const matter = readMatter(text, operation, readFormat(text, operation));
  return matter && matterWords(matter);
}

const PROSE =
  "The lamps were fitted on the ninth by two men from the yard, who found the rail loose and said so to the clerk. " +
  "Nobody wrote it down. On the twelfth the same rail gave way under a ladder, and the shop stayed shut for a week. ";
const LETTER = PROSE.repeat(2).trim();
const THREE_PAGES = PROSE.repeat(27).trim();
const LOG = Array.from(
  { length: 24 },
  (_, line) =>
    `2026-04-02 07:${10 + line}:03,114 WARN pump-${line % 3} pressure ${line}.2 bar below set point`,
).join("\n");
const MAIL = `From: Ines Brandt <ines@hof.example>\nTo: Office <office@hof.example>\nSubject: The rail\n\n${LETTER}`;
const GO = `func total(rows []Row) (int, error) {\n\tsum := 0\n\tfor _, row := range rows {\n\t\tif row.Qty < 0 {\n\t\t\treturn 0, fmt.Errorf("row %d", row.ID)\n\t\t}\n\t\tsum += row.Qty * row.Price\n\t}\n\treturn sum, nil\n}`;
const CSV = `id;shop;sold;returned\n${Array.from({ length: 16 }, (_, row) => `${row};Leer ${row};${row * 7};${row % 3}`).join("\n")}`;
const PIPES = Array.from(
  { length: 12 },
  (_, row) => `| ${row} | bolt M${row} | ${row * 4} | 0.${row} |`,
).join("\n");
const TALK = Array.from(
  { length: 8 },
  (_, at) => `${at % 2 ? "Vera" : "Tom"}: I would say the ${at + 2}th of May, if the van is free by then.`,
).join("\n");
const DIFF = `diff --git a/pump.ts b/pump.ts\n@@ -4,6 +4,9 @@\n${Array.from({ length: 14 }, (_, at) => `${at % 3 ? " " : "+"}  const step${at} = ${at};`).join("\n")}`;
const TRACE = `Traceback (most recent call last):\n${Array.from({ length: 6 }, (_, at) => `  File "/srv/app/part${at}.py", line ${at * 9 + 3}, in run\n    step(${at})`).join("\n")}\nValueError: no rows`;
const JSON_TEXT = JSON.stringify(
  Array.from({ length: 9 }, (_, at) => ({ id: at, name: `pump ${at}`, bar: at / 7 })),
  null,
  1,
);
const CHINESE =
  "本月共送货十二次，其中三次延误，原因是仓库搬迁。客户要求在下周五之前退还多收的运费，并说明今后如何避免。".repeat(
    8,
  );
const RUSSIAN =
  "В марте насос останавливался трижды, каждый раз после полуночи, и дежурный записывал давление в тетрадь. ".repeat(
    6,
  );

type Case = readonly [instruction: string, matter: string, operation: Operation, words: string | undefined];
const CASES: readonly Case[] = [
  ["Pull the number and the total out of this invoice.", LETTER, "extract", "a short invoice"],
  ["Pull the number and the total out of this invoice.", THREE_PAGES, "extract", "a 3-page invoice"],
  ["Summarise the attached report in two lines.", THREE_PAGES, "summarise", "a 3-page report"],
  ["Two lines for the report, please, from what is below.", LETTER, "summarise", "a few lines of text"],
  ["What does this contract say about the rail?", THREE_PAGES, "answer", "a 3-page contract"],
  ["Reply to this e-mail and refuse politely.", MAIL, "write", "a short e-mail"],
  ["What went wrong last night?", LOG, "debug", "a 24-line log"],
  ["Write the incident report from this log.", LOG, "write", "a 24-line log"],
  ["Why does this return too much?", GO, "debug", "10 lines of Go code"],
  ["Add a limit of 100 rows.", GO, "change_code", "10 lines of Go code"],
  ["Which shop had the most returns?", CSV, "solve", "17 lines of CSV"],
  ["Which bolt is the cheapest?", PIPES, "answer", "a 12-line table"],
  ["What did they agree on?", TALK, "summarise", "a short transcript"],
  ["Turn this into minutes.", TALK, "summarise", "a short transcript"],
  ["Is this safe to merge?", DIFF, "review", "a 16-line diff"],
  ["cause?", TRACE, "debug", "a 14-line stack trace"],
  ["rename bar to pressure", JSON_TEXT, "change_code", "a few lines of JSON"],
  ["Make it friendlier.", LETTER, "rewrite", "a few lines of text"],
  ["Draft a contract from these notes.", LETTER, "write", "a few lines of notes"],
  ["Suggest a title for this article", LETTER, "title", "a short article"],
  ["Translate clause 4 into Dutch", LETTER, "translate", "a few lines of text"],
  ["An essay on the article below, please", LETTER, "write", "a short article"],
  ["Fass diesen Vertrag in drei Sätzen zusammen.", THREE_PAGES, "summarise", "a 3-page contract"],
  ["Was steht in diesem Protokoll zum Geländer?", LETTER, "answer", "a few lines of minutes"],
  ["Résume ce rapport pour la direction.", LETTER, "summarise", "a short report"],
  ["Traduis la lettre en allemand.", LETTER, "translate", "a short letter"],
  ["Resume esta sentencia en lenguaje sencillo.", LETTER, "summarise", "a short judgment"],
  ["Riassumi questo verbale", LETTER, "summarise", "a few lines of minutes"],
  ["Resuma este contrato", LETTER, "summarise", "a short contract"],
  ["Vat deze notulen samen", LETTER, "summarise", "a few lines of minutes"],
  ["Streść tę umowę", LETTER, "summarise", "a short contract"],
  ["Перескажи этот отчёт тремя фразами", RUSSIAN, "summarise", "a half-page report"],
  ["把这份合同总结成三句话", CHINESE, "summarise", "a half-page contract"],
  ["この議事録を三行で", CHINESE, "summarise", "half a page of minutes"],
  ["이 계약서를 세 줄로 요약해 줘", CHINESE, "summarise", "a half-page contract"],
  ["لخص هذا العقد في جملتين", LETTER, "summarise", "a short contract"],
  ["इस अनुबंध का सार दो वाक्यों में लिखो", LETTER, "summarise", "a short contract"],
  ["สรุปสัญญานี้สองบรรทัด", LETTER, "summarise", "a short contract"],
  ["Tóm tắt hợp đồng này", LETTER, "summarise", "a short contract"],
  ["Bu sözleşmeyi özetle", LETTER, "summarise", "a short contract"],
  ["Fupisha mkataba huu", LETTER, "summarise", "a short contract"],
];

test("the text at hand is called what it is", () => {
  const wrong = CASES.flatMap(([instruction, matter, operation, words]) => {
    const found = matterOf(`${instruction}\n\n${matter}`, operation);
    return found === words ? [] : [`${instruction}: ${found}, not ${words}`];
  });
  assert.deepEqual(wrong, []);
});

test("a request that carries nothing names no text, whatever nouns are in it", () => {
  for (const text of [
    "What is an invoice?",
    "Write a contract for the sale of a boat",
    "How long is the report of an audit usually?",
    "Translate 'the invoice is overdue' into French",
    "Write me an e-mail to the landlord about this letter",
  ])
    for (const operation of ["answer", "write", "translate", "extract"] as const)
      assert.equal(matterOf(text, operation), undefined, text);
});
