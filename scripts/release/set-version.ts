// One version everywhere: manifests, what they ask of each other, the lockfile, the service's own constant, the chart.
import { globSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

interface Manifest {
  version?: string;
  name?: string;
  [dependencies: string]: unknown;
}

const DEPENDENCIES = ["dependencies", "devDependencies", "optionalDependencies", "peerDependencies"];

/** Files with the version in a line of its own: how the line begins, and how it ends. */
const LINES: readonly (readonly [file: string, before: string, after: string])[] = [
  ["packages/contracts/src/version.ts", 'export const VERSION = "', '";'],
  ["deploy/helm/signalbox/Chart.yaml", "version: ", ""],
  ["deploy/helm/signalbox/Chart.yaml", 'appVersion: "', '"'],
  ["CITATION.cff", "version: ", ""],
];

function setInManifest(manifest: Manifest, version: string): void {
  if (manifest.version !== undefined) manifest.version = version;
  for (const kind of DEPENDENCIES) {
    const wanted = manifest[kind] as Record<string, string> | undefined;
    for (const name of Object.keys(wanted ?? {}))
      if (wanted !== undefined && name.startsWith("@signalbox/")) wanted[name] = version;
  }
}

function changeJson(file: string, change: (content: Manifest) => void): void {
  const content = JSON.parse(readFileSync(file, "utf8")) as Manifest;
  change(content);
  writeFileSync(file, `${JSON.stringify(content, null, 2)}\n`);
}

/** Packages of the repository stand in the lockfile by their folder; "" is the root. */
function setInLock(lock: Manifest, version: string): void {
  lock.version = version;
  const packages = lock["packages"] as Readonly<Record<string, Manifest>>;
  for (const [folder, manifest] of Object.entries(packages))
    if (!folder.includes("node_modules/")) setInManifest(manifest, version);
}

function setInLine(file: string, [before, after]: readonly [string, string], version: string): void {
  let count = 0;
  const lines = readFileSync(file, "utf8")
    .split("\n")
    .map((line) => {
      if (!line.startsWith(before)) return line;
      count += 1;
      return `${before}${version}${after}`;
    });
  if (count !== 1) throw new Error(`${file} must have one line that begins with \`${before}\`.`);
  writeFileSync(file, lines.join("\n"));
}

/** @throws Error when a file does not have the form that this expects */
export function setVersion(root: string, version: string): void {
  const manifests = ["package.json", ...globSync("packages/*/package.json", { cwd: root })];
  for (const file of manifests)
    changeJson(join(root, file), (manifest) => {
      setInManifest(manifest, version);
    });
  changeJson(join(root, "package-lock.json"), (lock) => {
    setInLock(lock, version);
  });
  for (const [file, before, after] of LINES) setInLine(join(root, file), [before, after], version);
}
