// Runs every protocol and writes the published page.
// Command: npm run ts -- research/report/write-benchmarks.ts --data DIR --artefact A42,A999,A2024 --blind BLIND
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { SHIPPED_ARTEFACT_DIR } from "@signalbox/catalog";
import { SignalboxError } from "@signalbox/contracts";
import { PROTOCOLS } from "../../packages/lab/src/protocols/index.ts";
import { renderBenchmarks } from "../../packages/lab/src/report/render-benchmarks.ts";
import { renderReport } from "../../packages/lab/src/report/render-report.ts";
import { evaluate } from "../../packages/lab/src/protocols/evaluate.ts";
import type { EvaluateOptions, EvaluationResult } from "../../packages/lab/src/protocols/evaluate.ts";
import { isProductProtocol } from "../../packages/lab/src/report/product/render-product.ts";
import { pageCommand } from "./page-command.ts";
import { wrapProse } from "../../packages/lab/src/report/wrap-prose.ts";
import { PUBLISHED } from "../protocols/index.ts";

const ALL = [...PROTOCOLS, ...PUBLISHED];

const OPTIONS = {
  data: { type: "string" },
  artefact: { type: "string" },
  blind: { type: "string" },
  protocols: { type: "string" },
  resamples: { type: "string", default: "200" },
  cache: { type: "string" },
  reports: { type: "string" },
  out: { type: "string", default: "docs/benchmark-tables.md" },
} as const;

/** The artefact that never saw the held-out sources judges those; the others judge the rest. */
function chooseArtefacts(
  protocol: string,
  artefacts: readonly string[],
  blind: string | undefined,
): readonly string[] {
  // The artefact that ships judges what a user gets.
  if (isProductProtocol(protocol)) return [SHIPPED_ARTEFACT_DIR];
  if (blind === undefined) return artefacts;
  return protocol === "unseen-source" ? [blind] : artefacts;
}

async function keepReport(dir: string, result: EvaluationResult): Promise<void> {
  await mkdir(dir, { recursive: true });
  await writeFile(join(dir, `${result.protocol}.json`), JSON.stringify(result));
  await writeFile(join(dir, `${result.protocol}.html`), renderReport(result));
}

async function main(): Promise<void> {
  const { values } = parseArgs({ options: OPTIONS });
  const { data, artefact, blind, cache, reports } = values;
  if (data === undefined) throw new SignalboxError("bad_request", "--data DIR is needed.");
  const results: EvaluationResult[] = [];
  for (const protocol of values.protocols?.split(",") ?? ALL.map(({ name }) => name)) {
    const artefactDir = chooseArtefacts(protocol, artefact?.split(",") ?? [], blind);
    const options: EvaluateOptions = {
      dataDir: data,
      protocol,
      artefactDir,
      resamples: Number(values.resamples),
      ...(cache === undefined ? {} : { cacheDir: cache }),
      onProgress: (message) => process.stderr.write(`${protocol}: ${message}\n`),
    };
    const result = await evaluate(options, ALL);
    if (reports !== undefined) await keepReport(reports, result);
    results.push(result);
  }
  const command = pageCommand(values);
  await writeFile(values.out, wrapProse(renderBenchmarks({ results, command })));
}

await main();
