import type { Command } from "@signalbox/cli/program";
import { PROTOCOLS } from "../protocols/index.ts";
import { atlasShow } from "./atlas.ts";
import { dataBuild, dataReport } from "./data-build.ts";
import { evaluateCommand } from "./evaluate.ts";
import { simulate } from "./simulate.ts";
import { submit } from "./submit.ts";
import { train } from "./train.ts";

export const LAB_COMMANDS: readonly Command[] = [
  dataBuild,
  dataReport,
  train,
  evaluateCommand(PROTOCOLS, "npm run lab --"),
  simulate,
  submit,
  atlasShow,
];
