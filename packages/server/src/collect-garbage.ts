// What a start leaves behind: files of the model that were copied to where they are read, tables they were built from, sources that
// were compiled. The collector would fetch it only once memory gets short, some 80 MB later.
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

/** The strongest collection there is: it gives empty pages back to the system. Some 50 ms, in which nothing else runs. */
export async function collectGarbage(): Promise<void> {
  setFlagsFromString("--expose-gc");
  const collect: unknown = runInNewContext("gc");
  if (typeof collect === "function")
    await collect({ type: "major", execution: "async", flavor: "last-resort" });
}
