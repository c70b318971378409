// Writes every generated file, or with --check fails when a committed one differs from what its source says now.
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { renderSimdKernels } from "./kernels/render-simd-kernels.ts";
import { renderAlertRules, renderRunbook, renderMetrics } from "./operations/render-alerts.ts";
import { renderCommands } from "./operations/render-commands.ts";
import { renderChartSchema } from "./operations/render-chart-schema.ts";

const root = join(import.meta.dirname, "..");

interface Target {
  readonly file: string;
  readonly render: (committed: string | undefined, isCheck: boolean) => string;
}

/** The service runs on these, so they are written before it is imported. */
const KERNELS: readonly Target[] = [
  { file: "packages/engine/src/kernels/simd-kernels.generated.ts", render: renderSimdKernels },
];

async function listReferences(): Promise<readonly Target[]> {
  const { ALERT_RULES, API_INFO, buildOpenApi, METRICS, renderConfiguration, renderErrors, ROUTES } =
    await import("../packages/server/src/index.ts");
  const { listSettings } = await import("../packages/contracts/src/index.ts");
  const { COMMANDS } = await import("../packages/cli/src/commands/index.ts");
  const { renderGrafana } = await import("./operations/render-grafana.ts");
  return [
    {
      file: "docs/openapi.json",
      render: () => `${JSON.stringify(buildOpenApi(ROUTES, API_INFO), null, 1)}\n`,
    },
    { file: "docs/errors.md", render: renderErrors },
    { file: "docs/configuration.md", render: renderConfiguration },
    { file: "docs/commands.md", render: () => renderCommands(COMMANDS) },
    { file: "docs/metrics.md", render: () => renderMetrics(Object.values(METRICS)) },
    { file: "docs/runbook.md", render: () => renderRunbook(ALERT_RULES) },
    { file: "deploy/prometheus/signalbox-alerts.yaml", render: () => renderAlertRules(ALERT_RULES) },
    { file: "deploy/grafana/signalbox.json", render: renderGrafana },
    { file: "deploy/helm/signalbox/values.schema.json", render: () => renderChartSchema(listSettings()) },
  ];
}

function readCommitted(file: string): string | undefined {
  try {
    return readFileSync(join(root, file), "utf8");
  } catch (cause) {
    if (cause instanceof Error && "code" in cause && cause.code === "ENOENT") return undefined;
    throw cause;
  }
}

const isCheck = process.argv.includes("--check");

/** Names of the files that were, or in a check are, stale. */
function settle(targets: readonly Target[]): readonly string[] {
  const stale = targets
    .map(({ file, render }) => ({ file, committed: readCommitted(file), render }))
    .map(({ file, committed, render }) => ({ file, committed, text: render(committed, isCheck) }))
    .filter(({ committed, text }) => committed !== text);
  for (const { file, text } of isCheck ? [] : stale) {
    mkdirSync(dirname(join(root, file)), { recursive: true });
    writeFileSync(join(root, file), text);
  }
  return stale.map(({ file }) => file);
}

const stale = [...settle(KERNELS), ...settle(await listReferences())];
const names = stale.join(", ");
if (stale.length === 0) process.stdout.write("generated files: up to date\n");
else if (isCheck) {
  process.stderr.write(`generated files are stale: ${names}. Run \`npm run generate\` and commit them.\n`);
  process.exitCode = 1;
} else process.stdout.write(`generated files: wrote ${names}\n`);
