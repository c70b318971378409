// The package `signalbox`: command, service and dashboard, without a dependency to install.
import { join } from "node:path";
import { globSync, readFileSync, cpSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { rolldown } from "rolldown";
import { VERSION } from "@signalbox/contracts";
import { buildDashboard } from "../../../packages/cli/src/dashboard/ensure-dashboard.ts";
import { npmPack } from "../pack-packages.ts";
import { bundleService } from "./bundle-service.ts";

// Which files of packages of others the dashboard consists of, for their notices. Vite does not tell, so its bundler is asked.
const REPOSITORY = join(import.meta.dirname, "../../..");

async function dashboardModules(): Promise<readonly string[]> {
  const build = await rolldown({
    cwd: REPOSITORY,
    input: join(REPOSITORY, "packages/web/src/main.tsx"),
    platform: "browser",
    moduleTypes: { ".css": "empty" },
    logLevel: "silent",
  });
  const { output } = await build.generate({ format: "esm" });
  await build.close();
  const modules = output.flatMap((part) => (part.type === "chunk" ? part.moduleIds : []));
  return [...new Set(modules)].filter((id) => id.includes("node_modules"));
}

// Names, versions and licences of the packages of others whose code went into a bundle, as their licences ask for.
const LICENCE_FILES = "{LICENSE,LICENCE,License,license,COPYING,UNLICENSE}*";

interface ThirdParty {
  readonly name: string;
  readonly version: string;
  readonly license: string;
  readonly text: string;
}

/** ".../node_modules/@scope/name/dist/file.js" -> ".../node_modules/@scope/name". */
function folderOf(moduleId: string): string | undefined {
  return /^\0?(.*[\\/]node_modules[\\/](?:@[^\\/]+[\\/])?[^\\/]+)[\\/]/.exec(moduleId)?.[1];
}

function readThirdParty(folder: string): ThirdParty {
  const manifest = JSON.parse(readFileSync(join(folder, "package.json"), "utf8")) as Partial<
    Record<"name" | "version" | "license", string>
  >;
  const { name = "", version = "", license } = manifest;
  if (license === undefined) throw new Error(`${folder} states no licence, so it may not be shipped.`);
  const [file] = globSync(LICENCE_FILES, { cwd: folder }).toSorted();
  const text = file === undefined ? `Licensed under ${license}.` : readFileSync(join(folder, file), "utf8");
  return { name, version, license, text: text.trim() };
}

/** @param moduleIds absolute paths of bundled modules. @throws Error for a package without a licence */
function renderNotices(moduleIds: readonly string[]): string {
  const folders = new Set(moduleIds.map(folderOf).filter((folder) => folder !== undefined));
  const parties = [...folders]
    .map(readThirdParty)
    .toSorted((a, b) => a.name.localeCompare(b.name, "en") || a.version.localeCompare(b.version, "en"));
  const sections = parties.map(
    ({ name, version, license, text }) => `## ${name} ${version} (${license})\n\n${text}\n`,
  );
  return `# Third-party notices\n\nThis package contains compiled code of these ${parties.length} packages.\n\n${sections.join("\n")}`;
}

const ROOT = join(import.meta.dirname, "../../..");

/** The files that the sources find beside themselves, by their place in the repository. */
const DATA = ["packages/catalog/data", "packages/web/dist", "artefacts"];
const rootManifest = (): { readonly dependencies: Readonly<Record<"node", string>> } =>
  JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8")) as ReturnType<typeof rootManifest>;

function manifestOf(): object {
  return {
    name: "signalbox",
    version: VERSION,
    description: "A self-hosted service that recommends which large language model to call.",
    keywords: ["llm", "router", "routing", "model-selection", "self-hosted"],
    license: "Apache-2.0",
    type: "module",
    bin: { signalbox: "bin/signalbox.mjs" },
    files: ["bin", "dist", "THIRD-PARTY-NOTICES.md"],
    engines: { node: ">=20" },
    publishConfig: { access: "public" },
  };
}

function stageCommand(stage: string): void {
  const npmFiles = join(ROOT, "packages/cli/npm");
  const command = readFileSync(join(npmFiles, "signalbox.mjs"), "utf8");
  const released = command.replace("NODE_VERSION_OF_THE_RELEASE", rootManifest().dependencies.node);
  if (released === command) throw new Error("signalbox.mjs must name NODE_VERSION_OF_THE_RELEASE.");
  cpSync(join(ROOT, "scripts/run-node.mjs"), join(stage, "bin/run-node.mjs"));
  writeFileSync(join(stage, "bin/signalbox.mjs"), released, { mode: 0o755 });
  cpSync(join(npmFiles, "README.md"), join(stage, "README.md"));
  cpSync(join(ROOT, "LICENSE"), join(stage, "LICENSE"));
}

/** `stage` as it is published. @throws Error when it cannot be built, or a bundled package states no licence */
export async function stageService(stage: string): Promise<void> {
  await buildDashboard({ error: (text) => process.stderr.write(text) });
  const dist = join(stage, "dist");
  const bundled = [...(await bundleService(dist)), ...(await dashboardModules())];
  for (const place of DATA) cpSync(join(ROOT, place), join(dist, place), { recursive: true });
  writeFileSync(join(stage, "THIRD-PARTY-NOTICES.md"), renderNotices(bundled));
  writeFileSync(join(stage, "package.json"), `${JSON.stringify(manifestOf(), null, 2)}\n`);
  stageCommand(stage);
}

/** Absolute path of the tarball. @throws Error as `stageService`, or when npm fails */
export async function packService(outDir: string): Promise<string> {
  const stage = mkdtempSync(join(tmpdir(), "signalbox-pack-service-"));
  try {
    await stageService(stage);
    return npmPack(stage, outDir);
  } finally {
    rmSync(stage, { recursive: true });
  }
}
