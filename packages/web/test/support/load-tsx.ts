// Loads a component into node:test: Node strips types but not JSX, so the bundler that builds the page compiles it.
import { join } from "node:path";

import { runnerImport } from "vite";

const SOURCES = join(import.meta.dirname, "../../src");

/** The module's exports. `path` is below src: "charts/legend.tsx". */
export async function loadTsx<T>(path: string): Promise<T> {
  const { module } = await runnerImport<T>(join(SOURCES, path), { configFile: false, logLevel: "error" });
  return module;
}

/** Everything of `parts.ts`, compiled as the page is. */
export const loadParts = (): Promise<typeof import("./parts.ts")> => loadTsx("../test/support/parts.ts");
