// Writes docs/api/ from the declarations that are published: pages of the docs site that are built with it and not committed.
// A step of its own beside generate.ts: it needs the tools of proof/hosts/, which are installed later.
import { spawnSync } from "node:child_process";
import { globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

import { stagePackages } from "./packaging/pack-packages.ts";

const ROOT = join(import.meta.dirname, "..");
const DOCS = join(ROOT, "docs/api");
const MODULES = join(ROOT, "proof/hosts/node_modules");
/** Inside the tree, so that the types of the clients that the adapters wrap are found. */
const WORK = join(ROOT, "node_modules/.cache/api-reference");

interface Page {
  /** Declarations in the stage. */
  readonly entry: string;
  readonly about: string;
}

/** The pages, in order: what an earlier page tells is only referred to by later ones. */
const PAGES: Readonly<Record<string, Page>> = {
  wire: { entry: "sdk/dist/contracts.js", about: "requests and answers of the service, as types" },
  sdk: { entry: "sdk/dist/index.js", about: "`@signalbox/sdk`: select, chat, stream, feedback, faults" },
  "sdk-admin": {
    entry: "sdk/dist/admin/index.js",
    about: "`@signalbox/sdk/admin`: what the dashboard calls",
  },
  "sdk-ai-sdk": {
    entry: "sdk/dist/ai-sdk/index.js",
    about: "`@signalbox/sdk/ai-sdk`: a model of the Vercel AI SDK",
  },
  "sdk-langchain": {
    entry: "sdk/dist/langchain/index.js",
    about: "`@signalbox/sdk/langchain`: a chat model of LangChain.js",
  },
  "sdk-openai": {
    entry: "sdk/dist/openai/index.js",
    about: "`@signalbox/sdk/openai`: the OpenAI client, resolved",
  },
  engine: { entry: "engine/dist/index.js", about: "`@signalbox/engine`: the decision inside one process" },
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
  for (const [name, { entry }] of Object.entries(PAGES))
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
  return new Map([...readPages(join(WORK, "out")), ["README.md", renderIndex()]]);
}

function renderIndex(): string {
  const rows = Object.entries(PAGES).map(([name, { about }]) => `| [${name}](${name}.md) | ${about} |`);
  return [
    "# API reference",
    "",
    "Generated from the published declarations.",
    "",
    "## API reference",
    "| | |",
    "|---|---|",
    ...rows,
    "",
  ].join("\n");
}

const readPages = (folder: string): ReadonlyMap<string, string> =>
  new Map(
    globSync("**/*.md", { cwd: folder })
      .sort()
      .map((file) => [file, readFileSync(join(folder, file), "utf8")]),
  );

rmSync(DOCS, { recursive: true, force: true });
for (const [file, text] of await renderPages()) write(join(DOCS, file), text);
process.stdout.write(`API reference: wrote ${names.length} pages to docs/api\n`);
