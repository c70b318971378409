// What an answer is asked to be, in the words of many people: a format counts where it is the answer's, and nowhere else.
import assert from "node:assert/strict";
import { test } from "node:test";
import type { AnswerFormat, Operation } from "@signalbox/contracts";

import { readFormat } from "../src/reader/task/read-format.ts";
import { readTaskText } from "../src/reader/conversation/task-text.ts";
import { readMessages } from "../src/internals.ts";

const formatOf = (content: string, operation: Operation): AnswerFormat | undefined =>
  readFormat(readTaskText(readMessages([{ role: "user", content }]), 0), operation);

type Asked = readonly [text: string, operation: Operation, format: AnswerFormat | undefined];

const ASKED: readonly Asked[] = [
  ["Pull the supplier, date and total out of the invoice as JSON", "extract", "json"],
  ["convert this JSON to YAML", "extract", "yaml"],
  ["convert the YAML below into JSON please", "extract", "json"],
  ["put these figures into a table", "extract", "table"],
  ["turn the bullets into flowing prose", "rewrite", undefined],
  ["names + ages, csv", "extract", "csv"],
  ["JSON: who, what, when", "extract", "json"],
  ["JSON array of every e-mail address in there", "extract", "json"],
  ["all part numbers -> csv", "extract", "csv"],
  ["Sum it up in five bullet points", "summarise", "bullet_list"],
  ["Summarise this, max 3 bullets, no fluff", "summarise", "bullet_list"],
  ["Summarise it in plain sentences, no bullet points", "summarise", undefined],
  ["Translate the strings and keep it in valid JSON", "translate", "json"],
  ["What is wrong with this JSON?", "debug", undefined],
  ["How do I export a table as CSV in pandas?", "answer", undefined],
  ["Compare Postgres and MySQL in a table", "plan", "table"],
  ["How do I parse dates in JSON?", "answer", undefined],
  ["Answer in JSON: which of the two is older?", "answer", "json"],
  ["Write an endpoint that returns JSON", "write_code", undefined],
  ["A script that writes everything to a csv", "write_code", undefined],
  ["a landing page for a bakery in one HTML file", "write_code", "html"],
  ["monthly revenue per shop in SQL", "write_code", "sql"],
  ["Write the release notes in Markdown", "write", "markdown"],
  ["Format the whole proof in LaTeX", "rewrite", "latex"],
  ["as a markdown table please", "extract", "table"],
  ["return only a JSON list of ids", "extract", "json"],
  ["from this csv, which shop sold most", "extract", undefined],
  ["Fix the broken JSON", "change_code", undefined],
  ["Gib mir Rechnungsnummer und Betrag als JSON", "extract", "json"],
  ["Wandle die CSV in YAML um", "extract", "yaml"],
  ["Fass das in drei Stichpunkten zusammen", "summarise", "bullet_list"],
  ["Bitte tabellarisch: Name, Alter, Ort", "extract", "table"],
  ["Was stimmt an dieser Tabelle nicht?", "review", undefined],
  ["Extrais les montants au format JSON", "extract", "json"],
  ["Résume le texte sous forme de tableau", "summarise", "table"],
  ["Convertis ce XML en JSON", "extract", "json"],
  ["un résumé en cinq puces", "summarise", "bullet_list"],
  ["Saca los nombres y las fechas en formato CSV", "extract", "csv"],
  ["Devuelve solo JSON con los importes", "extract", "json"],
  ["Resume esto en una tabla", "summarise", "table"],
  ["Estrai i totali in formato JSON", "extract", "json"],
  ["fammi una tabella? no, un elenco puntato", "summarise", "bullet_list"],
  ["Extraia os valores em formato JSON", "extract", "json"],
  ["Resuma em tópicos", "summarise", "bullet_list"],
  ["Haal de bedragen eruit als CSV", "extract", "csv"],
  ["Zet dit om naar YAML", "extract", "yaml"],
  ["Wypisz kwoty w formacie JSON", "extract", "json"],
  ["Streść to w punktach", "summarise", "bullet_list"],
  ["Верни суммы в формате JSON", "extract", "json"],
  ["Сделай из этого таблицу", "extract", "table"],
  ["Выпиши сроки в виде списка", "extract", "list"],
  ["استخرج المبالغ بصيغة JSON", "extract", "json"],
  ["सारी रकम JSON में दो", "extract", "json"],
  ["इसे तालिका के रूप में लिखो", "extract", "table"],
  ["把金额提取成JSON格式", "extract", "json"],
  ["整理成表格", "extract", "table"],
  ["这个表格里哪一行算错了", "review", undefined],
  ["金額をJSON形式で抜き出して", "extract", "json"],
  ["箇条書きで三点にまとめて", "summarise", "bullet_list"],
  ["表形式でお願いします", "extract", "table"],
  ["금액을 JSON으로 뽑아줘", "extract", "json"],
  ["표로 정리해줘", "extract", "table"],
  ["ดึงยอดเงินออกมาเป็น JSON", "extract", "json"],
  ["สรุปเป็นตาราง", "summarise", "table"],
  ["Trích xuất số tiền dưới dạng JSON", "extract", "json"],
  ["Lập bảng các mốc thời gian", "extract", "table"],
  ["Tutarları JSON olarak çıkar", "extract", "json"],
  ["Bunu tablo olarak yaz", "extract", "table"],
  ["Toa kiasi chote kwa JSON", "extract", "json"],
];

test("a format is read where the answer is to be in it, and not where the matter is", () => {
  const wrong = ASKED.flatMap(([text, operation, format]) => {
    const found = formatOf(text, operation);
    return found === format ? [] : [`${text}: ${found}, not ${format}`];
  });
  assert.deepEqual(wrong, []);
});
