import { globSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { brotliCompressSync } from "node:zlib";

import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";
import type { Plugin } from "vite";

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

// Nothing may be inlined: the page is served under a policy that forbids inline scripts, styles and data addresses.
export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), compressed()],
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
              test: /\/(src\/(components|lib|charts|api|session)|packages\/(charts|sdk)|d3-)/,
              minShareCount: 2,
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
