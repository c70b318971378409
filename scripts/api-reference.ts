// Writes docs/api/ from the declarations that are published, or with --check fails when what is committed says otherwise.
// A step of its own beside generate.ts: it needs the tools of integrations/, which are installed later.
import { spawnSync } from "node:child_process";
import { globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

import { stagePackages } from "./packaging/pack-packages.ts";

const ROOT = join(import.meta.dirname, "..");
const DOCS = join(ROOT, "docs/api");
const MODULES = join(ROOT, "integrations/node_modules");
/** Inside the tree, so that the types of the clients that the adapters wrap are found. */
const WORK = join(ROOT, "node_modules/.cache/api-reference");

/** Page -> entry point. What an earlier page tells is only referred to by later ones. */
const PAGES: Readonly<Record<string, string>> = {
  wire: "sdk/dist/contracts.js",
  sdk: "sdk/dist/index.js",
  "sdk-admin": "sdk/dist/admin/index.js",
  "sdk-ai-sdk": "sdk/dist/ai-sdk/index.js",
  "sdk-langchain": "sdk/dist/langchain/index.js",
  "sdk-openai": "sdk/dist/openai/index.js",
  engine: "engine/dist/index.js",
};

const names = Object.keys(PAGES);

const COMPILER_OPTIONS = {
  target: "es2022",
  module: "nodenext",
  lib: ["es2024", "dom", "dom.asynciterable"],
  types: ["node"],
  strict: true,
  skipLibCheck: true,
};

const TYPEDOC_OPTIONS = {
  plugin: [join(MODULES, "typedoc-plugin-markdown/dist/index.js")],
  entryPoints: names.map((name) => `entries/${name}.d.ts`),
  tsconfig: "tsconfig.json",
  out: "out",
  name: "API reference",
  readme: "none",
  entryFileName: "README",
  outputFileStrategy: "modules",
  hideBreadcrumbs: true,
  hidePageHeader: true,
  disableSources: true,
  skipErrorChecking: true,
  excludeReferences: true,
  excludeExternals: true,
  externalPattern: ["typescript", "@types", "@ai-sdk", "@langchain", "openai", "zod"].map(
    (name) => `**/node_modules/${name}/**`,
  ),
  sort: ["alphabetical"],
  interfacePropertiesFormat: "table",
  classPropertiesFormat: "table",
  typeAliasPropertiesFormat: "table",
  typeDeclarationFormat: "table",
  parametersFormat: "table",
  enumMembersFormat: "table",
  gitRevision: "main",
  blockTags: ["@param", "@returns", "@throws", "@unit", "@range", "@shape", "@source", "@default"],
  logLevel: "Error",
  validation: false,
};

function write(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}

/** Page -> text. @throws Error with the tool's own words */
async function renderPages(): Promise<ReadonlyMap<string, string>> {
  rmSync(WORK, { recursive: true, force: true });
  await stagePackages(WORK);
  for (const [name, entry] of Object.entries(PAGES))
    write(join(WORK, "entries", `${name}.d.ts`), `export * from "../${entry}";\n`);
  const include = ["entries/*.d.ts"];
  write(join(WORK, "tsconfig.json"), JSON.stringify({ compilerOptions: COMPILER_OPTIONS, include }));
  write(join(WORK, "typedoc.json"), JSON.stringify(TYPEDOC_OPTIONS));
  const tool = join(MODULES, "typedoc/bin/typedoc");
  const outcome = spawnSync(process.execPath, [tool, "--options", "typedoc.json"], {
    cwd: WORK,
    encoding: "utf8",
  });
  if (outcome.status !== 0) throw new Error(`typedoc failed:\n${outcome.stdout}${outcome.stderr}`);
  return readPages(join(WORK, "out"));
}

const readPages = (folder: string): ReadonlyMap<string, string> =>
  new Map(
    globSync("**/*.md", { cwd: folder })
      .sort()
      .map((file) => [file, readFileSync(join(folder, file), "utf8")]),
  );

const pages = await renderPages();
const committed = readPages(DOCS);
const stale = [...new Set([...pages.keys(), ...committed.keys()])].filter(
  (file) => pages.get(file) !== committed.get(file),
);
if (stale.length === 0) process.stdout.write("API reference: up to date\n");
else if (process.argv.includes("--check")) {
  process.stderr.write(
    `API reference is stale: ${stale.join(", ")}. Run \`npm run api-reference\` and commit docs/api.\n`,
  );
  process.exitCode = 1;
} else {
  rmSync(DOCS, { recursive: true, force: true });
  for (const [file, text] of pages) write(join(DOCS, file), text);
  process.stdout.write(`API reference: wrote ${stale.join(", ")}\n`);
}
