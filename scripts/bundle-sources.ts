// Lays the sources of the packages together, a chunk a package, with one small module for each source that hands out what the
// source exports. Every module still runs when it is first imported and not before, and finds its files where its source lies.
import { createHash } from "node:crypto";
import {
  existsSync,
  globSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";

import { rolldown, type Plugin } from "rolldown";

const ROOT = join(import.meta.dirname, "..");
const CACHE = join(ROOT, "node_modules/.cache/bundled-sources");
/** Bundles of other states of the sources, which another run may be using. */
const KEPT = 3;

/** Libraries of hundreds of small files. The others stay as they are. */
const LIBRARIES = ["kysely", "typebox", "typebox/compile", "typebox/system", "typebox/value"];
const IS_INSIDE = /^(?:\.|\/|[A-Z]:|@signalbox\/|kysely$|typebox(?:\/|$))/;

/** Folders that import large libraries that most programs never need: a chunk imports what any module in it does. */
const APART = ["sdk/src/langchain"];

function chunkOf(id: string): string | null {
  const path = /[\\/]packages[\\/](.*)$/.exec(id)?.[1]?.replaceAll("\\", "/") ?? "";
  const apart = APART.find((folder) => path.startsWith(`${folder}/`));
  return apart?.replaceAll("/", "-") ?? path.split("/")[0] ?? null;
}

/** By their paths from the root. The dashboard is compiled by the bundler of the page. */
function listSources(): readonly string[] {
  const own = globSync("packages/!(web)/src/**/*.ts", { cwd: ROOT })
    .filter((file) => !/\.(?:test|suite|d)\.ts$/.test(file))
    .map((file) => file.replaceAll("\\", "/"));
  const root = pathToFileURL(`${ROOT}/`).href;
  const libraries = LIBRARIES.map((name) => import.meta.resolve(name).slice(root.length));
  return [...own.toSorted(), ...libraries];
}

function digestOf(sources: readonly string[]): string {
  const hash = createHash("sha256");
  for (const file of [...sources, "package-lock.json", "scripts/bundle-sources.ts"])
    hash
      .update(file)
      .update("\0")
      .update(readFileSync(join(ROOT, file)))
      .update("\0");
  return hash.digest("hex").slice(0, 16);
}

const placeModules: Plugin = {
  name: "place-modules",
  transform: {
    filter: { id: /[\\/]packages[\\/][^\\/]+[\\/]src[\\/]/, code: "import.meta" },
    handler: (code, file) => ({
      code: code
        .replaceAll("import.meta.dirname", JSON.stringify(dirname(file)))
        .replaceAll("import.meta.filename", JSON.stringify(file))
        .replaceAll("import.meta.main", `(process.argv[1] === ${JSON.stringify(file)})`)
        .replaceAll("import.meta.url", JSON.stringify(pathToFileURL(file).href)),
      map: null,
    }),
  },
};

async function build(sources: readonly string[], dir: string): Promise<void> {
  const bundle = await rolldown({
    cwd: ROOT,
    input: Object.fromEntries(sources.map((file) => [file, join(ROOT, file)])),
    platform: "node",
    external: (id) => !IS_INSIDE.test(id),
    plugins: [placeModules],
    preserveEntrySignatures: "allow-extension",
    logLevel: "warn",
  });
  await bundle.write({
    dir,
    format: "esm",
    entryFileNames: "[name].js",
    chunkFileNames: "chunks/[name].js",
    keepNames: true,
    strictExecutionOrder: true,
    codeSplitting: {
      includeDependenciesRecursively: false,
      groups: [
        { name: "typebox", test: /[\\/]node_modules[\\/]typebox[\\/]/ },
        { name: "kysely", test: /[\\/]node_modules[\\/]kysely[\\/]/ },
        {
          debugName: "packages",
          name: chunkOf,
          test: /[\\/]packages[\\/][^\\/]+[\\/]src[\\/]/,
        },
      ],
    },
  });
  await bundle.close();
  writeFileSync(join(dir, "sources.json"), JSON.stringify(sources));
}

function removeOld(): void {
  const byAge = readdirSync(CACHE)
    .map((name) => join(CACHE, name))
    .toSorted((a, b) => statSync(b).mtimeMs - statSync(a).mtimeMs);
  for (const folder of byAge.slice(KEPT)) rmSync(folder, { recursive: true, force: true });
}

/** The folder of the bundle of the sources as they are now, as a URL; built when they changed. */
export async function bundleSources(): Promise<string> {
  const sources = listSources();
  const dir = join(CACHE, digestOf(sources));
  if (!existsSync(dir)) {
    const unfinished = `${dir}.${process.pid}`;
    await build(sources, unfinished);
    // Another run that began when this one did may have been quicker, with the same bundle.
    if (existsSync(dir)) rmSync(unfinished, { recursive: true });
    else renameSync(unfinished, dir);
    removeOld();
  }
  return pathToFileURL(`${dir}/`).href;
}
