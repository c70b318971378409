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
          // What pages share is one file: dozens of small ones compress worse by 9 KB together, and each is a request.
          groups: [{ name: "parts", test: /\/web\/src\/(components|lib|api|session)\//, minShareCount: 2 }],
        },
      },
    },
  },
  server: {
    proxy: { "/api": process.env["SIGNALBOX_URL"] ?? "http://127.0.0.1:8787" },
  },
});
