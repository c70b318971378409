// `npm run docs:build`: the pages of docs/ as a site in dist/docs, with its search, and no dead link. Any static web server
// serves it, with or without a network.
import { spawnSync } from "node:child_process";
import { join } from "node:path";

import { siteFaults } from "./docs-site/check-site.ts";
import { stageSite } from "./docs-site/stage-site.ts";
import { installProject } from "./install-project.ts";

const ROOT = join(import.meta.dirname, "..");
const SITE = join(ROOT, "site");

function build(): void {
  if (
    spawnSync(process.execPath, [join(ROOT, "scripts/api-reference.ts")], { stdio: "inherit" }).status !== 0
  )
    throw new Error("The API reference failed.");
  stageSite(ROOT, join(SITE, ".pages"));
  const command = join(SITE, "node_modules/vitepress/bin/vitepress.js");
  const { status } = spawnSync(process.execPath, [command, "build", SITE], { stdio: "inherit" });
  if (status !== 0) throw new Error("VitePress failed.");
  const faults = siteFaults(join(ROOT, "dist/docs"));
  if (faults.length > 0) throw new Error(`The site has faults:\n${faults.join("\n")}`);
  process.stdout.write("docs: dist/docs is built; every link leads somewhere\n");
}

if (installProject("proof/hosts", "what reads declarations") && installProject("site", "VitePress")) build();
else process.exitCode = 1;
