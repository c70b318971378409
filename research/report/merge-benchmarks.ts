// Writes the published page from evaluations kept as JSON, for runs that were spread over time.
// Command: npm run ts -- research/report/merge-benchmarks.ts --reports DIR --out docs/benchmark-tables.md
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { SignalboxError } from "@signalbox/contracts";
import { PROTOCOLS } from "../../packages/lab/src/protocols/index.ts";
import { renderBenchmarks } from "../../packages/lab/src/report/render-benchmarks.ts";
import { wrapProse } from "../../packages/lab/src/report/wrap-prose.ts";
import type { EvaluationResult } from "../../packages/lab/src/protocols/evaluate.ts";
import { pageCommand } from "./page-command.ts";
import { PUBLISHED } from "../protocols/index.ts";

const ALL = [...PROTOCOLS, ...PUBLISHED];

const COMMAND = pageCommand({ artefact: "A", blind: "B" });

async function findResult(dir: string, protocol: string): Promise<EvaluationResult | undefined> {
  try {
    return JSON.parse(await readFile(join(dir, `${protocol}.json`), "utf8")) as EvaluationResult;
  } catch (cause) {
    if (cause instanceof Error && "code" in cause && cause.code === "ENOENT") return undefined;
    throw cause;
  }
}

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      reports: { type: "string" },
      out: { type: "string", default: "docs/benchmark-tables.md" },
    },
  });
  if (values.reports === undefined) throw new SignalboxError("bad_request", "--reports DIR is needed.");
  const found: EvaluationResult[] = [];
  for (const { name } of ALL) {
    const result = await findResult(values.reports, name);
    if (result !== undefined) found.push(result);
  }
  await writeFile(values.out, wrapProse(renderBenchmarks({ results: found, command: COMMAND })));
}

await main();
