import { getCompileCacheDir } from "node:module";
import { dirname } from "node:path";

/** A thread does not share the process's cache of compiled modules by itself; with it, it starts sooner and holds no compiler. */
export function threadEnvironment(): NodeJS.ProcessEnv {
  const cacheDir = getCompileCacheDir();
  return cacheDir === undefined ? process.env : { ...process.env, NODE_COMPILE_CACHE: dirname(cacheDir) };
}
