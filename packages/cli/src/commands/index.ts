import type { Command } from "../command.ts";
import { allowPassword, resetPassword, resetSecondFactor } from "./sign-in-commands.ts";
import { auditExport } from "./audit.ts";
import { backup, copy, restoreCommand } from "./backup.ts";
import { catalogRefresh } from "./catalog-refresh.ts";
import {
  routerActivate,
  routerDeactivate,
  routerForgetRows,
  routerList,
  routerReport,
} from "./custom-router.ts";
import { routerRetrain, routerTrain } from "./custom-router-train.ts";
import { decisionsExport } from "./decisions-export.ts";
import { doctor } from "./doctor.ts";
import { gateway } from "./gateway.ts";
import { gatewayStatus, statusline } from "./gateway-status.ts";
import { importCommand } from "./import.ts";
import { keysCreate, keysList, keysRevoke } from "./keys.ts";
import { modelsShow } from "./models-show.ts";
import { privacyCount, privacyErase, privacyExport } from "./privacy.ts";
import { replay } from "./replay.ts";
import { run } from "./run.ts";
import { savings } from "./savings.ts";
import { select } from "./select.ts";
import { serve } from "./serve.ts";
import { SERVER_COMMANDS } from "./server-commands.ts";

export const COMMANDS: readonly Command[] = [
  serve,
  gateway,
  gatewayStatus,
  run,
  statusline,
  select,
  keysCreate,
  keysList,
  keysRevoke,
  resetPassword,
  resetSecondFactor,
  allowPassword,
  auditExport,
  decisionsExport,
  privacyCount,
  privacyExport,
  privacyErase,
  doctor,
  backup,
  restoreCommand,
  copy,
  ...SERVER_COMMANDS,
  catalogRefresh,
  modelsShow,
  savings,
  importCommand,
  replay,
  routerTrain,
  routerList,
  routerReport,
  routerActivate,
  routerDeactivate,
  routerRetrain,
  routerForgetRows,
];
