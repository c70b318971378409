// Runs every protocol and writes the published page.
// Command: node packages/lab/src/evaluate/write-benchmarks.ts --data DIR --artefact DIR[,DIR] --out docs/benchmarks.md
import { writeFile } from "node:fs/promises";
import { parseArgs } from "node:util";
import { SignalboxError } from "@signalbox/contracts";
import { PROTOCOLS } from "../protocols/index.ts";
import { renderBenchmarks } from "../report/render-benchmarks.ts";
import { evaluate } from "./evaluate.ts";
import type { EvaluationResult } from "./evaluate.ts";

const OPTIONS = {
  data: { type: "string" },
  artefact: { type: "string" },
  protocols: { type: "string" },
  cache: { type: "string" },
  json: { type: "string" },
  out: { type: "string", default: "docs/benchmarks.md" },
} as const;

async function main(): Promise<void> {
  const { values } = parseArgs({ options: OPTIONS });
  if (values.data === undefined) throw new SignalboxError("bad_request", "--data DIR is needed.");
  const names = values.protocols?.split(",") ?? PROTOCOLS.map((protocol) => protocol.name);
  const results: EvaluationResult[] = [];
  for (const protocol of names)
    results.push(
      await evaluate({
        dataDir: values.data,
        protocol,
        ...(values.artefact === undefined ? {} : { artefactDir: values.artefact.split(",") }),
        ...(values.cache === undefined ? {} : { cacheDir: values.cache }),
        onProgress: (message) => process.stderr.write(`${protocol}: ${message}\n`),
      }),
    );
  if (values.json !== undefined) await writeFile(values.json, JSON.stringify(results));
  const artefact = values.artefact === undefined ? "" : " --artefact ARTEFACT[,ARTEFACT]";
  const command = `node packages/lab/src/evaluate/write-benchmarks.ts --data DATA${artefact}`;
  await writeFile(values.out, renderBenchmarks({ results, command }));
}

await main();
