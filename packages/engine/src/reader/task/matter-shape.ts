// What a text is by how it looks: a log by its times, mail by its headers, code by its signs. Undefined where prose could be anything.
import type { CodeLanguage, MatterKind } from "@signalbox/contracts";

export interface MatterShape {
  readonly kind: MatterKind;
  readonly codeLanguage?: CodeLanguage;
}

const LINES_MOST = 20;
const LINE_UNITS = 160;

const FENCE = /^\s*```([a-z+#]{0,12})/i;
const LOGGED =
  /^\W{0,3}(?:\d{4}[-/.]\d\d[-/.]\d\d[T ,]{1,2}\d\d:\d\d|\d\d:\d\d:\d\d|(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec) [ \d]\d \d\d:\d\d|(?:ERROR|WARN(?:ING)?|INFO|DEBUG|FATAL|TRACE)\b|\d{1,3}(?:\.\d{1,3}){3} - |\{"(?:@?time(?:stamp)?|ts|level|lvl)":)/;
const TRACED =
  /^\s*(?:Traceback \(most|File "[^"]{1,80}", line \d|at [\w$.<>]{2,80}\(|Caused by: |panicked at )/;
const DIFFED = /^(?:diff --git |@@ -\d|--- a\/|\+\+\+ b\/)/;
const MAILED =
  /^(?:>\s?)?\*{0,2}(?:From|To|Subject|Sent|Cc|Von|An|Betreff|Gesendet|De|Para|Asunto|Objet|À|Envoyé|Oggetto|Da|Assunto|Van|Aan|Onderwerp|Od|Do|Temat|От|Кому|Тема|Kimden|Kime|Konu|من|إلى|الموضوع|差出人|宛先|件名|发件人|收件人|主题|보낸\s?사람|받는\s?사람|제목|Từ|Đến|Chủ đề)\*{0,2}\s?[:：]/;
const SPOKEN =
  /^(?:\[?\d{1,2}:\d\d(?::\d\d)?\]?[ -]{0,3})?[\p{L}][\p{L}.'-]{0,18}(?: [\p{L}.'-]{1,18})?(?: ?\(\d{1,2}:\d\d\))?\s?[:：] ?\S/u;
const CODED =
  /^\s*(?:[})\]];?,?$|\/\/|\/\*|#include|import |from \w+ import|const |let |var |def |class |return\b|if ?\(|for ?\(|for \w+(?:, \w+)? in |(?:if|elif|with|while|except|try|else)\b.*:$|[\w.$[\]]+ (?:[+*-]?=|:=) \S|public |private |func |fn |package |using |SELECT |INSERT |CREATE |UPDATE |ALTER |WITH \w+ AS|export |async |resource "|FROM \w|RUN |<\?php|end$)|[;{]\s*$/;

interface Counts {
  lines: number;
  logged: number;
  traced: number;
  diffed: number;
  mailed: number;
  spoken: number;
  coded: number;
  commas: number;
  pipes: number;
  tabs: number;
}

function countLines(lines: readonly string[]): Counts {
  const counts: Counts = {
    lines: lines.length,
    logged: 0,
    traced: 0,
    diffed: 0,
    mailed: 0,
    spoken: 0,
    coded: 0,
    commas: 0,
    pipes: 0,
    tabs: 0,
  };
  for (const line of lines) {
    counts.logged += Number(LOGGED.test(line));
    counts.traced += Number(TRACED.test(line));
    counts.diffed += Number(DIFFED.test(line));
    counts.mailed += Number(MAILED.test(line));
    counts.spoken += Number(SPOKEN.test(line));
    counts.coded += Number(CODED.test(line));
    counts.pipes += Number(line.split("|").length > 2);
    counts.tabs += Number(line.split("\t").length > 2);
  }
  counts.commas = countEven(lines);
  return counts;
}

/** Rows with as many commas or semicolons as the row before them, two at least, and few blanks behind them. */
function countEven(lines: readonly string[]): number {
  let even = 0;
  for (const sign of [",", ";"]) {
    let rows = 0;
    let before = 0;
    for (const line of lines) {
      const cells = line.split(sign);
      const isProse = cells.filter((cell) => cell.startsWith(" ")).length > cells.length / 2;
      const separators = isProse ? 0 : cells.length - 1;
      if (separators >= 2 && separators === before) rows += 1;
      before = separators;
    }
    even = Math.max(even, rows);
  }
  return even;
}

const BY_FENCE: Readonly<Record<string, CodeLanguage>> = {
  python: "python",
  py: "python",
  javascript: "javascript",
  js: "javascript",
  jsx: "javascript",
  typescript: "typescript",
  ts: "typescript",
  tsx: "typescript",
  java: "java",
  kotlin: "kotlin",
  csharp: "csharp",
  cs: "csharp",
  "c#": "csharp",
  cpp: "cpp",
  "c++": "cpp",
  c: "c",
  go: "go",
  golang: "go",
  rust: "rust",
  rs: "rust",
  ruby: "ruby",
  rb: "ruby",
  php: "php",
  swift: "swift",
  sql: "sql",
  bash: "shell",
  sh: "shell",
  shell: "shell",
  zsh: "shell",
  css: "css",
  r: "r",
  lua: "lua",
  scala: "scala",
  haskell: "haskell",
  hs: "haskell",
  dockerfile: "dockerfile",
  hcl: "terraform",
  terraform: "terraform",
  tf: "terraform",
};
const KIND_BY_FENCE: Readonly<Record<string, MatterKind>> = {
  json: "json",
  xml: "xml",
  html: "html",
  csv: "csv",
  yaml: "configuration",
  yml: "configuration",
  toml: "configuration",
  ini: "configuration",
  diff: "diff",
  log: "log",
};

/** Signs that hardly any other language has, the surest first; where there are two, a text has both. */
const BY_SIGNS: readonly (readonly [CodeLanguage, ...signs: RegExp[]])[] = [
  ["php", /<\?php|\$this->/],
  ["cpp", /#include <\w+>(?![^]*\bprintf)|std::/],
  ["c", /#include <\w+\.h>/],
  [
    "csharp",
    /\busing System\b|\bnamespace \w+[\s{;]|\b(?:public|private|static|readonly) (?:async )?(?:Task|string|decimal|bool|Dictionary<)|\{ get; /,
  ],
  ["kotlin", /\bfun \w+\(|\bval \w+ =|\bsuspend fun\b/],
  ["swift", /\bfunc \w+\([^)]*\) (?:throws )?(?:->|\{)|\bguard let\b|\bimport (?:SwiftUI|UIKit)\b/],
  ["go", /\bpackage \w+\n|\bfunc (?:\(\w+ \*?\w+\) )?\w+\([^)]*\)[^{]{0,30}\{|:= /],
  ["rust", /\bfn \w+[(<]|\blet mut\b|\bimpl(?:<|\s)|-> Result</],
  ["java", /\bpublic (?:static |final )?(?:class|void|int|String)\b|\bSystem\.out\./],
  ["typescript", /\binterface \w+ \{|: (?:string|number|boolean)\b|\bas const\b/],
  ["ruby", /^[ \t]*def \w+[^:\n]*$/m, /^[ \t]*end\b/m],
  [
    "python",
    /^[ \t]*def \w+\(.{0,200}\).{0,40}:|^[ \t]*(?:from \w[\w.]* )?import \w|\bself\.|^[ \t]*print\(/m,
  ],
  ["javascript", /\b(?:const|let|var) \w+ = |=> \{|\bfunction \w*\(|\bconsole\.log/],
  ["dockerfile", /^FROM \S+[^]*^(?:RUN|COPY|CMD) /m],
  ["terraform", /^resource "\w+" "/m],
  ["sql", /\b(?:SELECT\b[^]{1,200}\bFROM|INSERT INTO|CREATE TABLE|ALTER TABLE|UPDATE \w+ SET)\b/i],
  ["shell", /^#!\/bin\/(?:ba)?sh|^[ \t]*(?:set -e|echo "|export \w+=)/m],
  ["css", /^[.#]?[\w-]+ \{[ \t]*$/m, /^[ \t]+[\w-]+: [^;\n]+;/m],
];

export function languageOfCode(text: string): CodeLanguage | undefined {
  return BY_SIGNS.find(([, ...signs]) => signs.every((sign) => sign.test(text)))?.[0];
}

function codeShape(text: string): MatterShape {
  const codeLanguage = languageOfCode(text);
  return codeLanguage === undefined ? { kind: "code" } : { kind: "code", codeLanguage };
}

/** Fewer closing tags may be those of a caller's program around a text. */
const CLOSED_LEAST = 4;

function markupOf(text: string): MatterKind | undefined {
  const start = text.trimStart();
  if (/^[[{]\s*["{[\]}]/.test(start) && /"\s*:/.test(start)) return "json";
  if (
    /^<(?:!doctype html|html|div|head|body|section|table|ul|ol|p|h[1-6]|nav|main|header|footer|form|span|article)\b/i.test(
      start,
    )
  )
    return "html";
  if (/^<(?:\?xml|[\w:-]+(?:\s+[\w:-]+="[^"]*")*>)/i.test(start) && start.split("</").length > CLOSED_LEAST)
    return "xml";
  return undefined;
}

const FEW = 3;

function shapeByLines(text: string, lines: readonly string[]): MatterShape | undefined {
  const counts = countLines(lines);
  const { lines: all } = counts;
  const isMost = (some: number): boolean => some >= FEW && some > all / 2;
  if (counts.diffed >= 2) return { kind: "diff" };
  if (counts.traced >= 2 && counts.traced > all / 5) return { kind: "stack_trace" };
  if (isMost(counts.logged)) return { kind: "log" };
  if (counts.mailed >= 2) return { kind: "email" };
  if (counts.coded >= FEW && counts.coded > all / 3) return codeShape(text);
  if (isMost(counts.pipes) || isMost(counts.tabs)) return { kind: "table" };
  if (counts.commas >= FEW && counts.commas > all / 2) return { kind: "csv" };
  if (counts.spoken >= 4 && counts.spoken > all * 0.7 && hasReturning(lines)) return { kind: "transcript" };
  return undefined;
}

/** Speakers speak more than once; the names of a form's fields do not. */
function hasReturning(lines: readonly string[]): boolean {
  const names = lines.map((line) =>
    line.slice(0, Math.max(0, line.search(/[:：] ?\D/))).replace(/[\d:[\]() ]/g, ""),
  );
  const speakers = new Set(names.filter((name) => name !== ""));
  return speakers.size >= 2 && speakers.size <= names.length / 2;
}

/** @param text beginning and end of the matter */
export function shapeOfMatter(text: string): MatterShape | undefined {
  const lines = text
    .split("\n", LINES_MOST)
    .filter((line) => line.trim() !== "")
    .map((line) => line.slice(0, LINE_UNITS));
  const fence = lines.map((line) => FENCE.exec(line)?.[1]).find((name) => name !== undefined);
  const named = fence?.toLowerCase() ?? "";
  const codeLanguage = BY_FENCE[named];
  if (codeLanguage !== undefined) return { kind: "code", codeLanguage };
  const isLogged = lines.filter((line) => LOGGED.test(line)).length > lines.length / 2;
  const kind = KIND_BY_FENCE[named] ?? (isLogged ? undefined : markupOf(text.replace(FENCE, "")));
  return kind === undefined ? shapeByLines(text, lines) : { kind };
}
