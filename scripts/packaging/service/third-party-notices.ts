// Names, versions and licences of the packages of others whose code went into a bundle, as their licences ask for.
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";

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
export function renderNotices(moduleIds: readonly string[]): string {
  const folders = new Set(moduleIds.map(folderOf).filter((folder) => folder !== undefined));
  const parties = [...folders]
    .map(readThirdParty)
    .toSorted((a, b) => a.name.localeCompare(b.name, "en") || a.version.localeCompare(b.version, "en"));
  const sections = parties.map(
    ({ name, version, license, text }) => `## ${name} ${version} (${license})\n\n${text}\n`,
  );
  return `# Third-party notices\n\nThis package contains compiled code of these ${parties.length} packages.\n\n${sections.join("\n")}`;
}
