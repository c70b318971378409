// Preloaded by `mutate.ts`: one line of one source reads otherwise in this process.
import { registerHooks } from "node:module";

/** @type {{ file: string, line: number, to: string } | null} */
const mutant = JSON.parse(process.env["MUTANT_OF_DECISION"] ?? "null");

if (mutant !== null)
  registerHooks({
    load: (url, context, next) => {
      const loaded = next(url, context);
      if (!url.endsWith(`/${mutant.file}`)) return loaded;
      const lines = Buffer.from(loaded.source).toString().split("\n");
      lines[mutant.line - 1] = mutant.to;
      return { ...loaded, source: lines.join("\n") };
    },
  });
