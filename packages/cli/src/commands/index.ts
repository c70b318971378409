import type { Command } from "../command.ts";
import { resetPassword } from "./sign-in-commands.ts";
import { auditExport } from "./audit.ts";
import { backup, copy, restoreCommand } from "./backup.ts";
import { catalogRefresh } from "./catalog-refresh.ts";
import { routerActivate, routerShow, routerTrain } from "./custom-router-train.ts";
import { decisionsExport } from "./decisions-export.ts";
import { doctor } from "./doctor.ts";
import { gateway } from "./gateway.ts";
import { gatewayStatus, statusline } from "./gateway-status.ts";
import { importCommand } from "./import.ts";
import { keysCreate, keysList, keysRevoke } from "./keys.ts";
import { modelsShow } from "./models-show.ts";
import { privacyErase, privacyExport } from "./privacy.ts";
import { prove } from "./prove.ts";
import { replay } from "./replay.ts";
import { run } from "./run.ts";
import { savings } from "./savings.ts";
import { select } from "./select.ts";
import { serve } from "./serve.ts";
import { SERVER_COMMANDS } from "./server-commands.ts";

const GROUPS: readonly (readonly [title: string, commands: readonly Command[]])[] = [
  ["Run", [serve, gateway, gatewayStatus, run, statusline]],
  ["Decide", [select, savings, importCommand, prove, modelsShow, replay]],
  ["Ask a running service", SERVER_COMMANDS],
  ["Learn from graded prompts", [routerTrain, routerShow, routerActivate]],
  [
    "Operate",
    [
      doctor,
      catalogRefresh,
      keysCreate,
      keysList,
      keysRevoke,
      resetPassword,
      auditExport,
      decisionsExport,
      privacyExport,
      privacyErase,
      backup,
      restoreCommand,
      copy,
    ],
  ],
];

export const COMMANDS: readonly Command[] = GROUPS.flatMap(([group, commands]) =>
  commands.map((command) => ({ ...command, group })),
);
