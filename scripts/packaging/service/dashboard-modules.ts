// Which files of packages of others the dashboard consists of, for their notices. Vite does not tell, so its bundler is asked.
import { join } from "node:path";

import { rolldown } from "rolldown";

const ROOT = join(import.meta.dirname, "../../..");

export async function dashboardModules(): Promise<readonly string[]> {
  const build = await rolldown({
    cwd: ROOT,
    input: join(ROOT, "packages/web/src/main.tsx"),
    platform: "browser",
    moduleTypes: { ".css": "empty" },
    logLevel: "silent",
  });
  const { output } = await build.generate({ format: "esm" });
  await build.close();
  const modules = output.flatMap((part) => (part.type === "chunk" ? part.moduleIds : []));
  return [...new Set(modules)].filter((id) => id.includes("node_modules"));
}
