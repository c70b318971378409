import { appendFileSync, globSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { brotliCompressSync } from "node:zlib";

import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";
import type { Plugin, Rolldown } from "vite";

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

/** The addresses of `src/app/pages.tsx` as patterns, each with the module of its page. */
function readRoutes(root: string): readonly (readonly [pattern: string, module: string])[] {
  const source = readFileSync(join(root, "src/app/pages.tsx"), "utf8");
  return Array.from(source.matchAll(ROUTE), ([, path = "", module = ""]) => {
    const pattern = path.replaceAll(/:\w+/g, "[^/]+");
    return [`^${pattern}${path === "/" ? "" : "/?"}$`, join(root, "src", module)] as const;
  });
}

/** Lets `head.js` ask for the chunks of the page that is opened: otherwise they are asked for when the scripts have run. */
function earlyPages(): Plugin {
  let root = "";
  let directory = "";
  let pages: (readonly [pattern: string, files: readonly string[]])[] = [];
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
      pages = readRoutes(root).map(([pattern, module]) => {
        const chunk = chunks.find(({ moduleIds }) => moduleIds.includes(module));
        if (chunk === undefined) throw new Error(`${module} of src/app/pages.tsx is in no chunk`);
        return [pattern, [chunk.fileName, ...chunk.imports].filter((name) => !always.has(name))];
      });
    },
    writeBundle() {
      const table = `\nfor (const [pattern, files] of ${JSON.stringify(pages)})
  if (new RegExp(pattern).test(window.location.pathname))
    for (const file of files) {
      const link = document.createElement("link");
      link.rel = "modulepreload";
      link.crossOrigin = "";
      link.href = "/" + file;
      document.head.append(link);
    }\n`;
      appendFileSync(join(directory, "head.js"), table);
    },
  };
}

/** Takes nothing along that another page uses too. */
const alone = { includeDependenciesRecursively: false } as const;

// Nothing may be inlined: the page is served under a policy that forbids inline scripts, styles and data addresses.
export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), earlyPages(), compressed()],
  build: {
    target: ["chrome123", "firefox121", "safari17.5"],
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    sourcemap: false,
    rolldownOptions: {
      output: {
        codeSplitting: {
          // What several pages share is one file, which the document names: on a slow line twenty small ones take three
          // round trips after the first script has run.
          groups: [
            {
              name: "shared",
              test: /\/(src\/(components|lib|charts|api|session|pages\/replays)|packages\/(charts|sdk)|d3-)/,
              minShareCount: 2,
            },
            // What is behind the first page compresses better as one file, by five kilobytes in all, and is there at every
            // later click.
            { ...alone, name: "overview", test: /\/src\/pages\/overview\// },
            { ...alone, name: "inside", test: /\/src\/pages\/(?!gate|overview|replays)/ },
          ],
        },
      },
    },
  },
  server: {
    proxy: { "/api": process.env["SIGNALBOX_URL"] ?? "http://127.0.0.1:8787" },
  },
});
