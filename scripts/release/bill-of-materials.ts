// What a release is made of and made with, from the lockfile, by npm itself, in the form of CycloneDX. Packages for development
// are marked as such and not left out: the dashboard is compiled from some of them.
import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";

/** @throws Error with npm's own words */
export function writeBillOfMaterials(root: string, file: string): void {
  const flags = ["--sbom-format=cyclonedx", "--sbom-type=application", "--package-lock-only"];
  const { status, stdout, stderr } = spawnSync("npm", ["sbom", ...flags], {
    cwd: root,
    encoding: "utf8",
    maxBuffer: 64 * 1024 * 1024,
    shell: process.platform === "win32",
  });
  if (status !== 0) throw new Error(`npm sbom failed:\n${stderr}`);
  const bill = JSON.parse(stdout) as { metadata: { component: { name: string } } };
  // npm gives it the name of the folder.
  bill.metadata.component.name = "signalbox";
  writeFileSync(file, `${JSON.stringify(bill, null, 1)}\n`);
}
