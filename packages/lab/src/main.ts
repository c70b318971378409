#!/usr/bin/env node
// The command line of the laboratory: data sets in, artefacts and figures out.
import { runOnTerminal } from "@signalbox/cli/program";

import { LAB_COMMANDS } from "./commands/index.ts";

await runOnTerminal(LAB_COMMANDS, {
  name: "npm run lab --",
  purpose: "The laboratory trains the artefact and judges it.",
});
