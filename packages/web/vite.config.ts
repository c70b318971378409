import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";

// Nothing may be inlined: the page is served under a policy that forbids inline scripts, styles and data addresses.
export default defineConfig({
  root: import.meta.dirname,
  plugins: [react()],
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
