// The package `signalbox`: command, service, laboratory and dashboard, without a dependency to install.
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { VERSION } from "@signalbox/contracts";

import { buildDashboard } from "../../../packages/cli/src/dashboard/ensure-dashboard.ts";
import { npmPack } from "../npm-pack.ts";
import { bundleService } from "./bundle-service.ts";
import { dashboardModules } from "./dashboard-modules.ts";
import { renderNotices } from "./third-party-notices.ts";

const ROOT = join(import.meta.dirname, "../../..");

/** What the sources find beside themselves, by its place in the repository. */
const DATA = ["packages/catalog/data", "packages/web/dist", "artefacts", "atlas"];
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
