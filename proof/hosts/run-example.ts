// Executes a file under examples/ as its reader would, in a folder that sees the packages of the repository.
import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";

import { makeWorkshop, writeProject } from "./snippets/page-folder.ts";
import { ROOT } from "./snippets/read-snippets.ts";
import { runFile, type SnippetOutcome } from "./snippets/run-snippet.ts";

const LANGUAGES: Readonly<Record<string, string>> = { ts: "ts", js: "js", sh: "sh", py: "python" };

/** `path` is relative to the folder of the examples; its whole folder is at hand. */
export async function runExample(
  path: string,
  env: Readonly<Record<string, string>>,
): Promise<SnippetOutcome> {
  const workshop = mkdtempSync(join(tmpdir(), "signalbox-example-"));
  try {
    makeWorkshop(workshop);
    const folder = join(workshop, "example");
    cpSync(join(ROOT, "examples", dirname(path)), folder, { recursive: true });
    writeProject(folder);
    const name = basename(path);
    const language = LANGUAGES[name.split(".").at(-1) ?? ""] ?? "";
    return await runFile({ language, name }, { folder, env });
  } finally {
    rmSync(workshop, { recursive: true, force: true });
  }
}
