// Finds the fenced code blocks of a page and what each one's info string says of it. The words after the language:
//   run             executed, after the blocks above it, in the page's own folder
//   file=NAME       written there under this name, for the blocks below it
//   same-as=PATH    equal to that file of the repository, which a test of its own executes
//   output          what the block above prints; "…" stands for any text
//   skip="REASON"   not executed, and why
import { readFileSync } from "node:fs";
import { join } from "node:path";

type SnippetUse =
  | { readonly kind: "run" | "output" | "shown" }
  | { readonly kind: "file" | "same-as" | "skip"; readonly value: string };

export interface Snippet {
  /** "ts", "sh", ...; "" when the fence names none. */
  readonly language: string;
  readonly use: SnippetUse;
  readonly code: string;
  /** Line of the opening fence, from 1. */
  readonly line: number;
}

export interface Page {
  /** Relative to the root of the repository, with slashes. */
  readonly path: string;
  readonly snippets: readonly Snippet[];
  /** Folders of the repository that stand for packages while the page runs: `<!-- package NAME = PATH -->`. */
  readonly packages: ReadonlyMap<string, string>;
}

export const ROOT = join(import.meta.dirname, "../../..");

const FENCE = /^( *)(`{3,})(.*)\n([\s\S]*?)^\1\2`* *$/gm;
const WORD = /(?<name>[a-z-]+)(?:=(?:"(?<quoted>[^"]*)"|(?<plain>\S+)))?/g;
const PACKAGE = /<!-- package (\S+) = (\S+) -->/g;

function readUse(words: string, place: string): SnippetUse {
  const [word, ...others] = Array.from(words.matchAll(WORD), ({ groups }) => groups);
  if (word === undefined) return { kind: "shown" };
  if (others.length > 0) throw new Error(`${place}: a code block takes one mark, not "${words.trim()}".`);
  const { name: kind } = word;
  const value = word["quoted"] ?? word["plain"] ?? "";
  if ((kind === "run" || kind === "output") && value === "") return { kind };
  if ((kind === "file" || kind === "same-as" || kind === "skip") && value !== "") return { kind, value };
  throw new Error(`${place}: "${words.trim()}" is no mark of a code block.`);
}

function readSnippet(match: RegExpExecArray, path: string): Snippet {
  const [, indent = "", , info = "", body = ""] = match;
  const [language = "", ...words] = info.trim().split(/\s+/);
  const line = match.input.slice(0, match.index).split("\n").length;
  const use = readUse(words.join(" "), `${path}:${line}`);
  return { language, use, code: body.replaceAll(new RegExp(`^${indent}`, "gm"), ""), line };
}

/** @throws Error for a mark that is not known */
export function parsePage(path: string, text: string): Page {
  return {
    path,
    snippets: Array.from(text.matchAll(FENCE), (match) => readSnippet(match, path)),
    packages: new Map(Array.from(text.matchAll(PACKAGE), ([, name = "", folder = ""]) => [name, folder])),
  };
}

export function readPage(path: string): Page {
  return parsePage(path, readFileSync(join(ROOT, path), "utf8"));
}
