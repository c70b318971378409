// How much more one notation of the same data takes than another. @source o200k on tables of 5 to 60 rows, in tokens of CSV.
export type DataFormat = "csv" | "table" | "yaml" | "json" | "xml" | "sql" | "prose";

const DENSITY: Readonly<Record<Exclude<DataFormat, "prose">, number>> = {
  csv: 1,
  table: 1.35,
  yaml: 1.6,
  json: 2.2,
  xml: 2.8,
  sql: 1.9,
};
/** Prose that gets tags or quotation marks around each of its lines. */
const MARKED_UP = 1.25;

const NAMED =
  /(?<![a-zà-ÿ\d])(?:(json)|(csv|tsv|spreadsheet)|(ya?ml|toml)|(xml|html)|(sql|insert)|(markdown|table|tabelle|tableau|tabla|tabella|tabela))(?![a-zà-ÿ\d])|(表格|表にし|표로)/giu;
const ORDER: readonly DataFormat[] = ["json", "csv", "yaml", "xml", "sql", "table", "table"];

/** In the order in which they are named. */
export function formatsNamedIn(instruction: string): readonly DataFormat[] {
  return [...instruction.matchAll(NAMED)].map((found) => {
    const at = found.slice(1).findIndex((group) => group !== undefined);
    return ORDER[at] ?? "prose";
  });
}

const LINES_LOOKED_AT = 12;
const MOST = 0.6;

export function formatOfText(text: string): DataFormat {
  const head = text.slice(0, 2_000).trimStart();
  if (head.startsWith("{") || head.startsWith("[")) return "json";
  if (/^<[!?a-z]/iu.test(head)) return "xml";
  if (/^(?:insert|create)\s/iu.test(head)) return "sql";
  const lines = head
    .split("\n")
    .filter((line) => line.trim() !== "")
    .slice(0, LINES_LOOKED_AT);
  const isMostly = (pattern: RegExp): boolean =>
    lines.length > 1 && lines.filter((line) => pattern.test(line)).length >= MOST * lines.length;
  if (isMostly(/^\s*\|/u)) return "table";
  if (isMostly(/^[^,;\t]*(?:[,;\t][^,;\t]{0,60}){2}/u) && !isMostly(/[,;]\s\p{Ll}/u)) return "csv";
  return isMostly(/^\s*(?:-\s|[\w.-]+:(?:\s|$))/u) ? "yaml" : "prose";
}

/** Undefined where nothing is brought from one notation to another. */
export function conversionRatio(text: string, named: readonly DataFormat[]): number | undefined {
  const from = formatOfText(text);
  const to = named.findLast((format) => format !== from);
  if (to === undefined || to === "prose") return undefined;
  return from === "prose" ? MARKED_UP : DENSITY[to] / DENSITY[from];
}
