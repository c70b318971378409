// The service and the command as plain JavaScript chunks in one folder. Files that the sources find beside
// themselves (data, artefacts, the dashboard) keep their place in the repository's tree: in a package it is rebuilt below that
// folder, and `npm start` takes the repository's own.
import http from "node:http";
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { basename, dirname, join, relative, sep } from "node:path";

import { rolldown, type OutputChunk, type Plugin } from "rolldown";

const ROOT = join(import.meta.dirname, "../../..");
const MIGRATIONS = "packages/storage/src/migrations";
/** Optional parts of dependencies that are never loaded here: `npm install` of the package brings none of them. */
const EXTERNAL = ["@node-rs/xxhash", "pg-native"];

/** The programs that run in a thread or a process of their own, and the command itself. */
const PROGRAMS = [
  "packages/cli/src/main.ts",
  "packages/server/src/composition/replay-child.ts",
  "packages/server/src/learner/custom-router/train-child.ts",
  "packages/server/src/learner/online/fit-worker.ts",
  "packages/storage/src/database/page-check-worker.ts",
  "packages/storage/src/journal/checkpoint-worker.ts",
  "packages/storage/src/journal/journal-worker.ts",
] as const;

const listMigrations = (): readonly string[] =>
  readdirSync(join(ROOT, MIGRATIONS))
    .filter((file) => /^\d{4}-.*\.ts$/.test(file) && !file.endsWith(".test.ts"))
    .map((file) => `${MIGRATIONS}/${file}`);

const nameOf = (file: string): string => basename(file, ".ts");

/** Version of a package that goes into the chunks, where its own manifest cannot be asked any more. */
function versionOf(name: string): string {
  const manifest = readFileSync(join(ROOT, "node_modules", name, "package.json"), "utf8");
  return (JSON.parse(manifest) as { version: string }).version;
}

/** The folder that holds the files that lie beside the sources: below the folder of the bundle, or in this checkout. */
type DataPlace = "bundle" | "checkout";

/** Migrations are found by listing their folder, which must not bring the compiler of TypeScript into the service. */
const isListed = (place: string): boolean => place === MIGRATIONS;

/** All chunks lie in one folder, so every module can name its own place in the tree from there. */
function placeModule(code: string, file: string, dataPlace: DataPlace): string {
  const place = relative(ROOT, dirname(file)).split(sep).join("/");
  const isInCheckout = dataPlace === "checkout" && !isListed(place);
  const folder = isInCheckout ? JSON.stringify(dirname(file)) : `(import.meta.dirname + "/${place}")`;
  const placed =
    dataPlace === "checkout" ? code.replaceAll("import.meta.filename", JSON.stringify(file)) : code;
  return placed
    .replaceAll(/new URL\("(?:\.\/)?([a-z-]+)\.ts", import\.meta\.url\)/g, (_, name: string) => {
      if (!PROGRAMS.some((program) => nameOf(program) === name))
        throw new Error(`${file} starts ${name}.ts, which bundle-service.ts does not list.`);
      return `new URL("./${name}.js", import.meta.url)`;
    })
    .replaceAll("import.meta.dirname", folder)
    .replaceAll("import.meta.main", "false")
    .replace("${readVersion()}", versionOf("@pydantic/genai-prices"));
}

const placeModules = (dataPlace: DataPlace): Plugin => ({
  name: "place-modules",
  transform: {
    filter: { id: /[\\/]packages[\\/][^\\/]+[\\/]src[\\/]/, code: "import.meta" },
    handler: (code, id) => ({ code: placeModule(code, id, dataPlace), map: null }),
  },
});

/**
 * V8 keeps a source with a single letter beyond Latin-1 in two bytes a letter as long as the program runs, so such letters are
 * written as escapes, which mean the same wherever they can stand: in strings, in patterns and in names.
 */
export const toAscii = (code: string): string =>
  code.replaceAll(/[^\0-\x7F]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`);

const escapeLetters: Plugin = {
  name: "escape-letters",
  generateBundle: (_options, output) => {
    for (const part of Object.values(output)) if (part.type === "chunk") part.code = toAscii(part.code);
  },
};

/** Members of `node:http` that load Node's client of the web, which takes 5 MB and a fortieth of a start. */
const OF_THE_WEB = new Set(["WebSocket", "CloseEvent", "MessageEvent"]);
const HTTP = "\0node:http";

/** An import statement asks the module for every member that it has; this one leaves out those of the web. */
const sparingHttp: Plugin = {
  name: "sparing-http",
  resolveId: (source, _importer, { kind }) =>
    kind === "import-statement" && /^(?:node:)?http$/.test(source) ? HTTP : null,
  load: (id) => {
    if (id !== HTTP) return null;
    const names = Object.keys(http).filter((name) => !OF_THE_WEB.has(name));
    return [
      'const http = process.getBuiltinModule("node:http");',
      "export default http;",
      ...names.map((name) => `export const ${name} = http.${name};`),
    ].join("\n");
  },
};

/** The files of packages of others that went into the chunks, for their notices. */
export async function bundleService(
  outDir: string,
  dataPlace: DataPlace = "bundle",
): Promise<readonly string[]> {
  const programs = [...PROGRAMS, ...listMigrations()];
  const build = await rolldown({
    cwd: ROOT,
    input: Object.fromEntries(programs.map((file) => [nameOf(file), join(ROOT, file)])),
    platform: "node",
    external: EXTERNAL,
    plugins: [sparingHttp, placeModules(dataPlace), escapeLetters],
    logLevel: "silent",
  });
  const { output } = await build.write({
    dir: outDir,
    format: "esm",
    entryFileNames: "[name].js",
    chunkFileNames: "[name]-[hash].js",
    minify: { compress: false, mangle: false, codegen: { removeWhitespace: true } },
  });
  await build.close();
  listMigrations().forEach((file) => {
    pointTo(outDir, file);
  });
  const chunks = output.filter((part): part is OutputChunk => part.type === "chunk");
  return [...new Set(chunks.flatMap(({ moduleIds }) => moduleIds))].filter((id) =>
    id.includes("node_modules"),
  );
}

/** The migrations are found by listing their folder. */
function pointTo(outDir: string, file: string): void {
  const place = join(outDir, file.replace(/\.ts$/, ".js"));
  mkdirSync(dirname(place), { recursive: true });
  const target = relative(dirname(place), join(outDir, `${nameOf(file)}.js`))
    .split(sep)
    .join("/");
  writeFileSync(place, `export * from "${target}";\n`);
}
