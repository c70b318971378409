#!/usr/bin/env node
// The `signalbox` command of a checkout, from any folder: as `npm run signalbox --`, but nothing besides the command itself
// writes to standard output, which is the protocol of `signalbox mcp`.
process.argv.splice(2, 0, "packages/cli/src/main.ts");
await import("./scripts/bootstrap.mjs");
