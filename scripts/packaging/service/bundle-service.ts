// The service, the command and the laboratory as plain JavaScript chunks in one folder. Files that the sources find beside
// themselves (data, artefacts, the dashboard) keep their place in the repository's tree, which is rebuilt below that folder.
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { basename, dirname, join, relative, sep } from "node:path";

import { rolldown, type OutputChunk, type Plugin } from "rolldown";

const ROOT = join(import.meta.dirname, "../../..");
const MIGRATIONS = "packages/storage/src/migrations";
/** Optional parts of dependencies that are never loaded here: `npm install` of the package brings none of them. */
const EXTERNAL = ["@node-rs/xxhash", "pg-native"];

/** What runs in a thread or a process of its own, and the command itself. */
const PROGRAMS = [
  "packages/cli/src/main.ts",
  "packages/lab/src/train/task/fit-task-worker.ts",
  "packages/server/src/learner/custom-router/fold-worker.ts",
  "packages/server/src/learner/custom-router/train-child.ts",
  "packages/server/src/learner/online/fit-worker.ts",
  "packages/storage/src/journal/journal-worker.ts",
] as const;

const listMigrations = (): readonly string[] =>
  readdirSync(join(ROOT, MIGRATIONS))
    .filter((file) => /^\d{4}-.*\.ts$/.test(file) && !file.endsWith(".test.ts"))
    .map((file) => `${MIGRATIONS}/${file}`);

const nameOf = (file: string): string => basename(file, ".ts");

/** Of a package that goes into the chunks, where its own manifest cannot be asked any more. */
function versionOf(name: string): string {
  const manifest = readFileSync(join(ROOT, "node_modules", name, "package.json"), "utf8");
  return (JSON.parse(manifest) as { version: string }).version;
}

/** All chunks lie in one folder, so every module can name its own place in the tree from there. */
function placeModule(code: string, file: string): string {
  const place = relative(ROOT, dirname(file)).split(sep).join("/");
  return code
    .replaceAll(/new URL\("(?:\.\/)?([a-z-]+)\.ts", import\.meta\.url\)/g, (_, name: string) => {
      if (!PROGRAMS.some((program) => nameOf(program) === name))
        throw new Error(`${file} starts ${name}.ts, which bundle-service.ts does not list.`);
      return `new URL("./${name}.js", import.meta.url)`;
    })
    .replaceAll("import.meta.dirname", `(import.meta.dirname + "/${place}")`)
    .replaceAll("import.meta.main", "false")
    .replace("${readVersion()}", versionOf("@pydantic/genai-prices"));
}

const placeModules: Plugin = {
  name: "place-modules",
  transform: {
    filter: { id: /[\\/]packages[\\/][^\\/]+[\\/]src[\\/]/, code: "import.meta" },
    handler: (code, id) => ({ code: placeModule(code, id), map: null }),
  },
};

/** The files of packages of others that went into the chunks, for their notices. */
export async function bundleService(outDir: string): Promise<readonly string[]> {
  const programs = [...PROGRAMS, ...listMigrations()];
  const build = await rolldown({
    cwd: ROOT,
    input: Object.fromEntries(programs.map((file) => [nameOf(file), join(ROOT, file)])),
    platform: "node",
    external: EXTERNAL,
    plugins: [placeModules],
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
