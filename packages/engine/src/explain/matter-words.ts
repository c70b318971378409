// The text that something is done with, in words: "a 3-page invoice", "40 lines of Python code", "half a page of notes".
import type { AnswerFormat, CodeLanguage, MatterKind } from "@signalbox/contracts";

import type { Matter } from "../reader/task/task-reading.ts";

export const FORMAT_WORDS: Readonly<Record<AnswerFormat, string>> = {
  json: "JSON",
  json_lines: "JSON lines",
  yaml: "YAML",
  toml: "TOML",
  xml: "XML",
  csv: "CSV",
  markdown: "Markdown",
  html: "HTML",
  latex: "LaTeX",
  svg: "SVG",
  sql: "SQL",
  table: "a table",
  bullet_list: "bullet points",
  numbered_list: "a numbered list",
  list: "a list",
};

const CODE_WORDS: Readonly<Record<CodeLanguage, string>> = {
  python: "Python code",
  javascript: "JavaScript",
  typescript: "TypeScript",
  java: "Java code",
  kotlin: "Kotlin code",
  csharp: "C# code",
  cpp: "C++ code",
  c: "C code",
  go: "Go code",
  rust: "Rust code",
  ruby: "Ruby code",
  php: "PHP code",
  swift: "Swift code",
  sql: "SQL",
  shell: "shell script",
  css: "CSS",
  r: "R code",
  lua: "Lua code",
  scala: "Scala code",
  haskell: "Haskell code",
  dockerfile: "Dockerfile",
  terraform: "Terraform code",
};

/** Things that have pages of their own: "a 3-page invoice". */
const COUNTED: Readonly<Partial<Record<MatterKind, string>>> = {
  invoice: "invoice",
  receipt: "receipt",
  bank_statement: "bank statement",
  quotation: "quotation",
  contract: "contract",
  clause: "clause",
  statute: "statute",
  judgment: "judgment",
  email: "e-mail",
  letter: "letter",
  chat: "chat",
  transcript: "transcript",
  article: "article",
  paper: "paper",
  report: "report",
  presentation: "presentation",
  cv: "CV",
  job_advert: "job advert",
  customer_review: "customer review",
  ticket: "ticket",
  story: "story",
  poem: "poem",
  essay: "essay",
  speech: "speech",
  recipe: "recipe",
  menu: "menu",
  manual: "manual",
  policy: "policy",
  exercise: "exercise",
  form: "form",
  document: "document",
};

/** What is counted in lines as a whole: "a 40-line log". */
const BY_LINE: Readonly<Partial<Record<MatterKind, string>>> = {
  log: "log",
  stack_trace: "stack trace",
  diff: "diff",
  table: "table",
};

/** What has no number: "half a page of notes", "40 lines of CSV". */
const MASSES: Readonly<Partial<Record<MatterKind, string>>> = {
  minutes: "minutes",
  notes: "notes",
  code: "code",
  configuration: "configuration",
  csv: "CSV",
  json: "JSON",
  xml: "XML",
  html: "HTML",
  text: "text",
  search_results: "search results",
  tool_results: "tool results",
};

const ALONE: Readonly<Partial<Record<MatterKind, string>>> = {
  image: "an image",
  audio: "a recording",
  video: "a video",
  file: "a file",
};

/** To two significant digits: it is no better known. */
export function roughly(amount: number): string {
  const digits = 10 ** Math.max(0, Math.floor(Math.log10(Math.max(1, amount))) - 1);
  return `${Math.max(1, Math.round(amount / digits) * digits)}`;
}

/** "8-page", "11-line", "80-page" and "18-line" begin with a vowel. */
const withArticle = (words: string): string =>
  `${/^(?:[aeio]|8|11\D|18\D)/i.test(words) && !words.startsWith("one") ? "an" : "a"} ${words}`;

/** @unit pages */
const [SHORT, HALF, WHOLE] = [0.35, 0.75, 1.5];

function countedOf(noun: string, pages: number | undefined): string {
  if (pages === undefined) return withArticle(noun);
  if (pages < SHORT) return `a short ${noun}`;
  if (pages < HALF) return `a half-page ${noun}`;
  return pages < WHOLE ? `a one-page ${noun}` : withArticle(`${roughly(pages)}-page ${noun}`);
}

function massOf(noun: string, { pages, lines }: Matter): string {
  if (lines !== undefined) return lines === 1 ? `a line of ${noun}` : `${roughly(lines)} lines of ${noun}`;
  if (pages === undefined) return noun;
  if (pages < SHORT) return `a few lines of ${noun}`;
  if (pages < HALF) return `half a page of ${noun}`;
  return pages < WHOLE ? `a page of ${noun}` : `${roughly(pages)} pages of ${noun}`;
}

export function matterWords(matter: Matter): string {
  const { kind, codeLanguage, pages, lines } = matter;
  const byLine = BY_LINE[kind];
  if (byLine !== undefined)
    return lines === undefined || lines < 2
      ? countedOf(byLine, pages)
      : withArticle(`${roughly(lines)}-line ${byLine}`);
  const mass = codeLanguage === undefined ? MASSES[kind] : CODE_WORDS[codeLanguage];
  if (mass !== undefined) return massOf(mass, matter);
  return ALONE[kind] ?? countedOf(COUNTED[kind] ?? "document", pages);
}
