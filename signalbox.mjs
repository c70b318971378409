#!/usr/bin/env node
// The `signalbox` command of a checkout, from any folder: as `npm run signalbox --`, but nothing besides the command itself
// writes to standard output.
import { bootstrap } from "./scripts/bootstrap.mjs";

bootstrap(["scripts/start.mjs", ...process.argv.slice(2)]);
