import { appendFileSync, globSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { brotliCompressSync } from "node:zlib";

import { defineConfig } from "vite";
import type { Plugin, Rolldown } from "vite";

import { EARLY_ASKS } from "./src/app/early-asks.ts";

/** Compresses what was built once and hard, where a server could only do it quickly for each start. */
function compressed(): Plugin {
  let directory = "";
  return {
    name: "compressed",
    apply: "build",
    configResolved: ({ root, build }) => {
      directory = resolve(root, build.outDir);
    },
    closeBundle: () => {
      for (const name of globSync("**/*.{css,html,js,svg}", { cwd: directory }))
        writeFileSync(join(directory, `${name}.br`), brotliCompressSync(readFileSync(join(directory, name))));
    },
  };
}

const ROUTE = /\["([^"]+)", page\(\(\) => import\("\.\.\/([^"]+)"\)/g;

interface Route {
  readonly pattern: string;
  /** The file of its page. */
  readonly module: string;
  readonly asks: readonly string[];
  /** Those of its tabs, by the end of the address. */
  readonly tabs: Readonly<Record<string, readonly string[]>>;
}

/** The addresses of `src/app/pages.tsx` as patterns, each with its page. */
function readRoutes(root: string): readonly Route[] {
  const source = readFileSync(join(root, "src/app/pages.tsx"), "utf8");
  return Array.from(source.matchAll(ROUTE), ([, path = "", module = ""]) => {
    const pattern = path.replaceAll(/:\w+/g, "[^/]+");
    const tabs = Object.entries(EARLY_ASKS).filter(([address]) => address.startsWith(`${path}?`));
    return {
      pattern: `^${pattern}${path === "/" ? "" : "/?"}$`,
      module: join(root, "src", module),
      asks: EARLY_ASKS[path] ?? [],
      tabs: Object.fromEntries(tabs.map(([address, asks]) => [address.slice(path.length), asks])),
    };
  });
}

/** Lets `head.js` ask for the chunks and the data of the page that is opened: otherwise they are asked for when the scripts have run. */
function earlyPages(): Plugin {
  let root = "";
  let directory = "";
  let pages: (readonly [
    pattern: string,
    files: readonly string[],
    asks: Route["asks"],
    tabs: Route["tabs"],
  ])[] = [];
  return {
    name: "early-pages",
    apply: "build",
    configResolved: (config) => {
      ({ root } = config);
      directory = resolve(root, config.build.outDir);
    },
    generateBundle(_options, bundle) {
      const chunks = Object.values(bundle).filter((one): one is Rolldown.OutputChunk => one.type === "chunk");
      const entries = chunks.filter(({ isEntry }) => isEntry);
      const always = new Set([
        ...entries.map(({ fileName }) => fileName),
        ...entries.flatMap(({ imports }) => imports),
      ]);
      pages = readRoutes(root).map(({ pattern, module, asks, tabs }) => {
        const chunk = chunks.find(({ moduleIds }) => moduleIds.includes(module));
        if (chunk === undefined) throw new Error(`${module} of src/app/pages.tsx is in no chunk`);
        return [pattern, [chunk.fileName, ...chunk.imports].filter((name) => !always.has(name)), asks, tabs];
      });
    },
    writeBundle() {
      const table = `\nopenEarly(${JSON.stringify(pages)});\n`;
      appendFileSync(join(directory, "head.js"), table);
    },
  };
}

/** The document names what a page needs, so an import has nothing left to preload. */
function plainImports(): Plugin {
  return {
    name: "plain-imports",
    apply: "build",
    enforce: "pre",
    load: (id) =>
      id.endsWith("vite/preload-helper.js") ? "export const __vitePreload = (load) => load();" : undefined,
  };
}

/** Modules that pages of several groups below share. */
const BETWEEN =
  /\/src\/pages\/(overview|ledger|replays|decisions\/(facets|decision-(columns|filters)|last-view)|preferences\/(objective-fields|weight-levers))/;

/** Takes nothing along that another page uses too. */
const alone = { includeDependenciesRecursively: false } as const;

// Nothing may be inlined: the page is served under a policy that forbids inline scripts, styles and data addresses.
export default defineConfig({
  root: import.meta.dirname,
  plugins: [plainImports(), earlyPages(), compressed()],
  build: {
    target: ["chrome123", "firefox121", "safari17.5"],
    assetsInlineLimit: 0,
    modulePreload: {
      polyfill: false,
      resolveDependencies: (_file, needed, { hostType }) => (hostType === "html" ? needed : []),
    },
    sourcemap: false,
    rolldownOptions: {
      output: {
        codeSplitting: {
          // Code that several pages share is one file, which the document names: on a slow line twenty small ones take three
          // round trips after the first script has run.
          groups: [
            {
              name: "shared",
              test: /\/(src\/(components|lib|charts|api|session)|packages\/(charts|sdk))/,
            },
            { ...alone, name: "between", test: BETWEEN },
            {
              ...alone,
              name: "traffic",
              test: /\/src\/pages\/(decisions|sessions|health)\//,
            },
            { ...alone, name: "preferences", test: /\/src\/pages\/(preferences|comparisons)\// },
            { ...alone, name: "catalogue", test: /\/src\/pages\/(models|learning)\// },
            {
              ...alone,
              name: "account",
              test: /\/src\/pages\/(keys|members|settings|audit-log|gate\/barred)/,
            },
          ],
        },
      },
    },
  },
  server: {
    proxy: { "/api": process.env["SIGNALBOX_URL"] ?? "http://127.0.0.1:8787" },
  },
});
