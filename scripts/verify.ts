// `npm test` runs what every change needs, `npm run verify` the rest: longer tests, the patterns' worst texts, the docs site, then
// the tests that a busy machine decides, one at a time. `.ci/run` says what CI runs.
// Checks that read the same sources and write nothing that another one reads go side by side, two at a time; the tests have
// the machine to themselves.
import { spawn, type ChildProcess } from "node:child_process";
import { join } from "node:path";

type Step = readonly [name: string, command: readonly string[]];

const root = join(import.meta.dirname, "..");
const bin = (name: string): string => join(root, "node_modules", ".bin", name);
const node = [process.execPath, "--disable-warning=ExperimentalWarning"];

/** Clients, runtimes and generators that only the long part needs. */
const INSTALL_TOOLS: Step = ["tools", [...node, "scripts/install-tools.ts"]];
const INSTALL_HOSTS: Step = ["hosts", [...node, "scripts/install-hosts.ts"]];
/** Sources whose types come from `proof/hosts`. */
const WITH_HOSTS = ["proof/hosts", "examples", "scripts/packaging/render-contract-types.ts"];

interface Part {
  readonly installs: readonly Step[];
  /** Each line from its top to its bottom, side by side: about as much work in the one as in the other. */
  readonly lines: readonly (readonly Step[])[];
  readonly tests: Step;
}

const LONG_LINES: Part["lines"] = [
  [
    ["patterns", [...node, "scripts/check-patterns.ts"]],
    ["mutants", [...node, "scripts/mutate.ts"]],
  ],
  [
    ["lint of hosts", [bin("oxlint"), "--type-aware", "--type-check", ...WITH_HOSTS]],
    // The compiler itself has the last word on what `npm test` lets the linter check, and sees generated files too.
    ["types", [bin("tsc"), "-b"]],
    ["docs site", [...node, "scripts/build-docs.ts"]],
    ["dashboard build", [...node, "scripts/build-web.ts"]],
  ],
];

const PARTS: Readonly<Record<string, Part | undefined>> = {
  quick: {
    installs: [INSTALL_TOOLS],
    lines: [
      [
        ["format", [bin("oxfmt"), "--check", "."]],
        // One program of all sources serves rules and types: the faults are those that the compiler finds.
        [
          "lint and types",
          [
            bin("oxlint"),
            "--type-aware",
            "--type-check",
            ...WITH_HOSTS.map((path) => `--ignore-pattern=${path.endsWith(".ts") ? path : `${path}/**`}`),
          ],
        ],
      ],
      [
        ["boundaries", [...node, "scripts/check-boundaries.ts"]],
        ["wording", [...node, "scripts/check-wording.ts"]],
        ["generated files", [...node, "scripts/generate.ts", "--check"]],
        ["dashboard build", [...node, "scripts/build-web.ts"]],
      ],
    ],
    tests: ["tests", [...node, "scripts/run-tests.ts", "--part", "quick"]],
  },
  long: {
    installs: [INSTALL_TOOLS, INSTALL_HOSTS],
    lines: LONG_LINES,
    tests: ["long tests", [...node, "scripts/run-tests.ts", "--part", "long"]],
  },
};

const running = new Set<ChildProcess>();

/** With `isShown` its output as it comes; else all of it when the step has ended, so that those of two steps do not mix. */
async function run([name, [command = "", ...args]]: Step, isShown: boolean): Promise<void> {
  const started = performance.now();
  if (isShown) process.stdout.write(`\n== ${name}\n`);
  const child = spawn(command, args, { cwd: root, stdio: isShown ? "inherit" : ["ignore", "pipe", "pipe"] });
  running.add(child);
  const said: Buffer[] = [];
  for (const stream of [child.stdout, child.stderr]) stream?.on("data", (chunk: Buffer) => said.push(chunk));
  const { promise, resolve, reject } = Promise.withResolvers<number | null>();
  child.on("close", resolve).on("error", reject);
  const status = await promise;
  running.delete(child);
  const seconds = `${((performance.now() - started) / 1000).toFixed(1)} s`;
  process.stdout.write(
    isShown ? `(${name}: ${seconds})\n` : `\n== ${name} (${seconds})\n${Buffer.concat(said).toString()}`,
  );
  if (status === 0) return;
  process.stderr.write(`\nverify: "${name}" failed\n`);
  for (const other of running) other.kill();
  process.exit(status ?? 1);
}

async function runInOrder(steps: readonly Step[], isShown: boolean): Promise<void> {
  for (const step of steps) await run(step, isShown);
}

const part = PARTS[process.argv[2] ?? ""];
if (part === undefined) throw new Error("Which part? Usage: verify.ts quick|long");
await runInOrder(part.installs, true);
await Promise.all(part.lines.map((steps) => runInOrder(steps, false)));
await run(part.tests, true);
