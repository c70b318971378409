// Writes every generated file, or with --check fails when a committed one differs from what its source says now.
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

import {
  API_INFO,
  buildOpenApi,
  renderConfiguration,
  renderErrors,
  ROUTES,
} from "../packages/server/src/index.ts";

const root = join(import.meta.dirname, "..");

const TARGETS: readonly { readonly file: string; readonly render: () => string }[] = [
  { file: "docs/openapi.json", render: () => `${JSON.stringify(buildOpenApi(ROUTES, API_INFO), null, 1)}\n` },
  { file: "docs/errors.md", render: renderErrors },
  { file: "docs/configuration.md", render: renderConfiguration },
];

function readCommitted(file: string): string | undefined {
  try {
    return readFileSync(join(root, file), "utf8");
  } catch (cause) {
    if (cause instanceof Error && "code" in cause && cause.code === "ENOENT") return undefined;
    throw cause;
  }
}

const isCheck = process.argv.includes("--check");
const stale = TARGETS.map(({ file, render }) => ({ file, text: render() })).filter(
  ({ file, text }) => readCommitted(file) !== text,
);
for (const { file, text } of isCheck ? [] : stale) {
  mkdirSync(dirname(join(root, file)), { recursive: true });
  writeFileSync(join(root, file), text);
}
const names = stale.map(({ file }) => file).join(", ");
if (stale.length === 0) process.stdout.write("generated files: up to date\n");
else if (isCheck) {
  process.stderr.write(`generated files are stale: ${names}. Run \`npm run generate\` and commit them.\n`);
  process.exitCode = 1;
} else process.stdout.write(`generated files: wrote ${names}\n`);
