// Preloaded into every process of a long test run: who imports a module of the packages gets the one that `bundle-sources.ts`
// laid together with the others, because Node takes longer to find and link two thousand files than most tests take. Plain
// JavaScript that does nothing on a Node without these hooks: tests start programs on other versions too.
import { readFileSync } from "node:fs";
import * as nodeModule from "node:module";

const root = new URL("../", import.meta.url).href;
const bundle = process.env["SIGNALBOX_BUNDLED_SOURCES"];

if (bundle !== undefined && "registerHooks" in nodeModule) {
  /** @type {ReadonlySet<string>} sources by their path from the root */
  const bundled = new Set(JSON.parse(readFileSync(new URL("sources.json", bundle), "utf8")));
  nodeModule.registerHooks({
    resolve: (specifier, context, next) => {
      // The chunks name each other by their place, and nothing else there needs another one.
      if (specifier.startsWith(".") && context.parentURL?.startsWith(bundle)) return next(specifier, context);
      const found = next(specifier, context);
      if (!found.url.startsWith(root)) return found;
      const source = found.url.slice(root.length);
      return bundled.has(source)
        ? { url: new URL(`${source}.js`, bundle).href, format: "module", shortCircuit: true }
        : found;
    },
  });
}
