// How long so many rows are: "200 CSV rows with 8 columns". Their number and their columns are in the words.
import type { TokenRange } from "../task/task-reading.ts";
import { formatsNamedIn } from "./data-formats.ts";
import type { DataFormat } from "./data-formats.ts";

/** Tokens of a value, and what each notation adds for a value and for a row. @source o200k on rows that were written for it. */
const VALUE_TOKENS = 3.5;
const SHORT_VALUE = {
  tokens: 1.8,
  names:
    /age|alter|\bid\b|stock|year|jahr|qty|quantity|count|anzahl|name|nom|nombre|edad|città|city|ville|stadt|ciudad|plan|status|数量|年龄|姓名|城市/iu,
};
const LONG_VALUE = {
  tokens: 7,
  names:
    /mail|correo|phone|telefon|teléfono|date|datum|fecha|time|address|adresse|url|uuid|iban|isbn|_at\b|日期|邮箱|電話|电话|地址/iu,
};
const ADDED: Readonly<Record<DataFormat, { readonly value: number; readonly row: number }>> = {
  csv: { value: 0.5, row: 1 },
  table: { value: 0.8, row: 2 },
  yaml: { value: 2.5, row: 2 },
  json: { value: 3.5, row: 4 },
  xml: { value: 6, row: 6 },
  sql: { value: 2.5, row: 8 },
  prose: { value: 1, row: 2 },
};
const SPREAD = 2;
const ROWS_MOST = 100_000;
const COLUMNS_MOST = 60;
const TEXT_LOOKED_AT = 1_200;

const ROW_WORDS =
  "rows?|lines|records?|entries|objects?|items?|inserts?|insert statements|statements|users|orders|customers|samples|zeilen|datensätze|einträge|objekte|lignes|enregistrements|entrées|filas|registros|líneas|righe|linhas|rijen|regels|wierszy|wiersze|rekordów|строк[аи]?|записей|записи|satır|kayıt|صف(?:ا|وف)?|سجل(?:ات)?|पंक्तियाँ|पंक्ति|rader|riviä|baris|dòng|hàng|mistari";
const COUNTED = new RegExp(
  `(?<![\\p{L}\\d.,])(\\d{1,3}(?:[.,]\\d{3})+|\\d{1,6})\\s?(?:[\\p{L}-]{1,16}\\s){0,3}?(?:${ROW_WORDS})(?![\\p{L}\\d])|(\\d{1,6})\\s?(?:行|条|條|筆|件|个|個|행|줄|개|แถว)`,
  "iu",
);
const COLUMNS =
  /(\d{1,2})\s?(?:\p{L}{1,12}\s)?(?:columns?|fields?|spalten|felder|colonnes|champs|columnas|campos|colonne|campi|colunas|kolommen|velden|kolumn\p{L}{0,3}|столбц\p{L}{0,3}|пол(?:я|ей)|sütun|列|欄|字段|열|필드)/iu;
/** Counts what follows: "for 50 employees", never "invoice 8812, ..." or a year. */
const ANY_NUMBER = /(?<![\p{L}\d.,#/-])(\d{1,6})(?=\s?\p{L}{2})/u;
/** Words after which a list of columns may begin. */
const LISTED =
  /[:：(（]|(?<!\p{L})(?:with|mit|avec|con|com|met|with the (?:columns|fields)|columns?|spalten|colonnes|columnas)(?!\p{L})|包含|包括|列为|項目は/giu;
const LIST_END = /[).。\n）]|$/u;
const COLUMN_CHARS = 40;

export const tokensOfValue = (name: string): number => {
  if (LONG_VALUE.names.test(name)) return LONG_VALUE.tokens;
  return SHORT_VALUE.names.test(name) ? SHORT_VALUE.tokens : VALUE_TOKENS;
};

/** The names between commas, of the longest list there is. */
export function columnsListed(text: string): readonly string[] {
  let most: readonly string[] = [];
  for (const { index, 0: mark } of text.matchAll(LISTED)) {
    const rest = text.slice(index + mark.length);
    const names = rest.slice(0, rest.search(LIST_END)).split(/[,、，;]|\s(?:and|und|et|y|e|i|en|и|ve|و)\s/u);
    if (names.some((name) => name.length > COLUMN_CHARS)) continue;
    const filled = names.filter((name) => name.trim() !== "");
    if (filled.length > most.length) most = filled;
  }
  return most;
}

const numberOf = (digits: string): number => Number(digits.replaceAll(/[.,]/g, ""));

/** Undefined where no rows are asked for. @param instruction without the text that is given */
export function readRowLength(instruction: string): TokenRange | undefined {
  const text = instruction.slice(0, TEXT_LOOKED_AT);
  if (!/\d/u.test(text)) return undefined;
  const formats = formatsNamedIn(text);
  const stated = Number(COLUMNS.exec(text)?.[1] ?? 0);
  const listed = columnsListed(text);
  const columns = Math.min(COLUMNS_MOST, Math.max(stated, listed.length));
  const counted = COUNTED.exec(text);
  const format = formats.at(-1);
  if (columns < 2 || (counted === null && format === undefined)) return undefined;
  const digits = counted?.[1] ?? counted?.[2] ?? ANY_NUMBER.exec(text.replace(COLUMNS, ""))?.[1];
  const rows = digits === undefined ? 0 : numberOf(digits);
  if (rows < 3 || rows > ROWS_MOST) return undefined;
  const added = ADDED[format ?? "csv"];
  const unnamed = Math.max(0, columns - listed.length) * VALUE_TOKENS;
  const values = listed.slice(0, COLUMNS_MOST).reduce((sum, name) => sum + tokensOfValue(name), unnamed);
  const median = (rows + 1) * (values + columns * added.value + added.row);
  return { low: median / SPREAD, median, high: median * SPREAD };
}
