// From the workspaces to tarballs, as they are published and as the tests install them.
import { cpSync, globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, relative } from "node:path";

import { compilePackages, toPublishedSpecifiers } from "./compile-packages.ts";
import { npmPack } from "./npm-pack.ts";
import { publishedManifest, type WorkspaceManifest } from "./published-manifest.ts";
import { renderContractTypes } from "./render-contract-types.ts";

const ROOT = join(import.meta.dirname, "../..");

/** In the order in which they depend on each other. */
export const PUBLISHED = ["contracts", "catalog", "engine", "sdk"] as const;
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
  rewrite(join(stage, "dist/artefact-files.js"), (text) => {
    if (text.split(ARTEFACT_IN_REPOSITORY).length !== 2)
      throw new Error(`artefact-files.ts must name ${ARTEFACT_IN_REPOSITORY} exactly once.`);
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
