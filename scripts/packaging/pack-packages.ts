// From the workspaces to tarballs, as they are published and as the tests install them.
import { spawnSync } from "node:child_process";
import { join, dirname, relative } from "node:path";
import { mkdirSync, cpSync, globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { renderContractTypes } from "./render-contract-types.ts";

// TypeScript to what is published: ES modules with their declarations, without tests.
const REPOSITORY = join(import.meta.dirname, "../..");

/** `outDir/<package>/src/*.js` and `*.d.ts`. @throws Error with the compiler's own words */
function compilePackages(outDir: string): void {
  const project = join(import.meta.dirname, "tsconfig.json");
  const compiler = join(REPOSITORY, "node_modules/typescript/bin/tsc");
  const outcome = spawnSync(process.execPath, [compiler, "-p", project, "--outDir", outDir], {
    cwd: REPOSITORY,
    encoding: "utf8",
  });
  if (outcome.status !== 0)
    throw new Error(`The packages do not compile:\n${outcome.stdout}${outcome.stderr}`);
}

/** Declarations keep the extension of the sources; what is published has no sources. */
const toPublishedSpecifiers = (declaration: string): string =>
  declaration.replaceAll(/((?:from|import)\s*\(?\s*")(\.{1,2}\/[^"]+)\.ts"/g, '$1$2.js"');

// `npm pack` of a staged folder.

/** Absolute path of the tarball. @throws Error with npm's own words */
export function npmPack(stage: string, outDir: string): string {
  mkdirSync(outDir, { recursive: true });
  const outcome = spawnSync("npm", ["pack", "--json", "--silent", "--pack-destination", outDir], {
    cwd: stage,
    encoding: "utf8",
    shell: process.platform === "win32",
  });
  if (outcome.status !== 0) throw new Error(`npm pack failed:\n${outcome.stdout}${outcome.stderr}`);
  const answer = JSON.parse(outcome.stdout) as unknown;
  const [packed] = Object.values(answer as Record<string, { readonly filename: string }>);
  if (packed === undefined) throw new Error("npm pack made no tarball.");
  return join(outDir, packed.filename);
}

// The manifest of a workspace as it is published: built files, public, without what only the repository needs.

/** The part of a workspace's manifest that is read. */
interface WorkspaceManifest {
  readonly name: string;
  readonly version: string;
  readonly description: string;
  readonly license: string;
  readonly type: string;
  readonly exports: Readonly<Record<string, string>>;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
  readonly peerDependenciesMeta?: Readonly<Record<string, unknown>>;
}

/** "./src/admin/index.ts" -> the built file and its types. */
function publishedEntry(source: string): { readonly types: string; readonly default: string } {
  const stem = source.replace(/^\.\/src\//, "./dist/").replace(/\.ts$/, "");
  return { types: `${stem}.d.ts`, default: `${stem}.js` };
}

function publishedManifest(manifest: WorkspaceManifest, files: readonly string[]): object {
  const { name, version, description, license, type, dependencies, peerDependencies, peerDependenciesMeta } =
    manifest;
  const entries = Object.entries(manifest.exports).map(
    ([path, source]) => [path, publishedEntry(source)] as const,
  );
  return {
    name,
    version,
    description,
    license,
    type,
    sideEffects: false,
    exports: { ...Object.fromEntries(entries), "./package.json": "./package.json" },
    types: publishedEntry(manifest.exports["."] ?? "").types,
    files,
    engines: { node: ">=20" },
    ...(dependencies !== undefined && { dependencies }),
    ...(peerDependencies !== undefined && { peerDependencies }),
    ...(peerDependenciesMeta !== undefined && { peerDependenciesMeta }),
    publishConfig: { access: "public" },
  };
}

const ROOT = join(import.meta.dirname, "../..");

/** In the order in which they depend on each other. */
const PUBLISHED = ["contracts", "catalog", "engine", "sdk"] as const;
export type PublishedPackage = (typeof PUBLISHED)[number];

const ARTEFACT_IN_REPOSITORY = '"../../../artefacts/release"';

/** Absolute path of the tarball of each package. @throws Error when the packages do not compile or npm fails */
export async function packPackages(outDir: string): Promise<Readonly<Record<PublishedPackage, string>>> {
  const work = mkdtempSync(join(tmpdir(), "signalbox-pack-"));
  try {
    await stagePackages(work);
    const tarballs = PUBLISHED.map((name) => [name, npmPack(join(work, name), outDir)] as const);
    return Object.fromEntries(tarballs) as Record<PublishedPackage, string>;
  } finally {
    rmSync(work, { recursive: true });
  }
}

/** `folder/<package>` as it is published. @throws Error when the packages do not compile */
export async function stagePackages(folder: string): Promise<void> {
  compilePackages(join(folder, "compiled"));
  const contractTypes = await renderContractTypes();
  for (const name of PUBLISHED) {
    const stage = join(folder, name);
    stagePackage(name, join(folder, "compiled", name, "src"), stage);
    if (name === "sdk") inlineContracts(join(stage, "dist"), contractTypes);
  }
}

function stagePackage(name: PublishedPackage, compiled: string, stage: string): void {
  const source = join(ROOT, "packages", name);
  const dist = join(stage, "dist");
  cpSync(compiled, dist, { recursive: true });
  for (const file of globSync("**/*.d.ts", { cwd: dist }))
    rewrite(join(dist, file), (text) => toPublishedSpecifiers(text));
  cpSync(join(ROOT, "LICENSE"), join(stage, "LICENSE"));
  cpSync(join(source, "README.md"), join(stage, "README.md"));
  const extra = name === "catalog" ? addCatalogData(source, stage) : [];
  const manifest = JSON.parse(readFileSync(join(source, "package.json"), "utf8")) as WorkspaceManifest;
  const files = ["dist", ...extra];
  writeFileSync(
    join(stage, "package.json"),
    `${JSON.stringify(publishedManifest(manifest, files), null, 2)}\n`,
  );
}

/** The facts about models, and the artefact, which in the repository lies outside of the package. */
function addCatalogData(source: string, stage: string): readonly string[] {
  cpSync(join(source, "data"), join(stage, "data"), { recursive: true });
  cpSync(join(ROOT, "artefacts/release"), join(stage, "artefact"), { recursive: true });
  rewrite(join(stage, "dist/served-artefact.js"), (text) => {
    if (text.split(ARTEFACT_IN_REPOSITORY).length !== 2)
      throw new Error(`served-artefact.ts must name ${ARTEFACT_IN_REPOSITORY} exactly once.`);
    return text.replace(ARTEFACT_IN_REPOSITORY, '"../artefact"');
  });
  return ["data", "artefact"];
}

function inlineContracts(dist: string, contractTypes: string): void {
  writeFileSync(join(dist, "contracts.d.ts"), contractTypes);
  writeFileSync(join(dist, "contracts.js"), "export {};\n");
  for (const file of globSync("**/*.{js,d.ts}", { cwd: dist })) {
    const path = relative(dirname(join(dist, file)), join(dist, "contracts.js"));
    const specifier = path.startsWith(".") ? path : `./${path}`;
    rewrite(join(dist, file), (text) => text.replaceAll('"@signalbox/contracts"', `"${specifier}"`));
  }
}

function rewrite(file: string, change: (text: string) => string): void {
  writeFileSync(file, change(readFileSync(file, "utf8")));
}
