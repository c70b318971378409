// The whole of CI in one command: format, lint, types, boundaries, generated files, then every test.
import { spawnSync } from "node:child_process";
import { join } from "node:path";

const root = join(import.meta.dirname, "..");
const bin = (name: string): string => join(root, "node_modules", ".bin", name);
const node = [process.execPath, "--disable-warning=ExperimentalWarning"];

const STEPS: readonly (readonly [name: string, command: readonly string[]])[] = [
  ["tools", [...node, "scripts/install-tools.ts"]],
  ["integrations", [...node, "scripts/install-integrations.ts"]],
  ["format", [bin("oxfmt"), "--check", "."]],
  ["lint", [bin("oxlint"), "--type-aware"]],
  ["types", [bin("tsc"), "-b"]],
  ["boundaries", [...node, "scripts/check-boundaries.ts"]],
  ["wording", [...node, "scripts/check-wording.ts"]],
  ["tests per source", [...node, "scripts/count-tests.ts"]],
  ["patterns", [...node, "scripts/check-patterns.ts"]],
  ["generated files", [...node, "scripts/generate.ts", "--check"]],
  ["API reference", [...node, "scripts/api-reference.ts", "--check"]],
  ["dashboard build", [...node, "scripts/build-web.ts"]],
  ["tests", [...node, "scripts/run-tests.ts"]],
];

for (const [name, [command, ...args]] of STEPS) {
  process.stdout.write(`\n== ${name}\n`);
  const outcome = spawnSync(command ?? "", args, { cwd: root, stdio: "inherit" });
  if (outcome.status !== 0) {
    process.stderr.write(`\nverify: "${name}" failed\n`);
    process.exit(outcome.status ?? 1);
  }
}
