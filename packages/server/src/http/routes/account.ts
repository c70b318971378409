import {
  AccountSchema,
  AlertTestSchema,
  AlertWebhookSchema,
  AuditEntrySchema,
  AuditQuerySchema,
  DeleteAccountSchema,
  DoneSchema,
  PageOf,
  UpdateAccountSchema,
} from "@signalbox/contracts";

import { getAlertWebhook, testAlerts } from "../../services/alerts/test-alerts.ts";
import { exportAccount } from "../../services/own-account/export-account.ts";
import { updateAccount } from "../../services/own-account/update-account.ts";
import { defineRoute, type Route } from "../route.ts";
import { callerOf } from "./caller.ts";
import { sendLines } from "./send-lists.ts";
import { setSessionCookie } from "../access.ts";
import { listAuditLog, exportAuditLog } from "../../services/audit/audit-log.ts";
import { getAccount, deleteAccount } from "../../services/own-account/own-account.ts";

const tag = "Account";
const access = { kind: "person" } as const;

export const accountRoutes: readonly Route[] = [
  defineRoute({
    operationId: "getAccount",
    method: "GET",
    path: "/account",
    access,
    tag,
    summary: "The account and its settings.",
    response: AccountSchema,
    handler: (call) => getAccount(call.context, callerOf(call)),
  }),
  defineRoute({
    operationId: "updateAccount",
    method: "PATCH",
    path: "/account",
    access,
    tag,
    summary: "Renames the account or changes settings; omitted members stay.",
    body: UpdateAccountSchema,
    response: AccountSchema,
    handler: (call) => updateAccount(call.context, callerOf(call), call.body),
  }),
  defineRoute({
    operationId: "getAlertWebhook",
    method: "GET",
    path: "/account/alert-webhook",
    access,
    tag,
    summary: "Where the account's alerts are posted, and the secret that signs them; for owners.",
    response: AlertWebhookSchema,
    handler: (call) => getAlertWebhook(call.context, callerOf(call)),
  }),
  defineRoute({
    operationId: "testAlerts",
    method: "POST",
    path: "/account/test-alerts",
    access,
    tag,
    summary: "Posts a test alert to the account's webhook, and says what came of it.",
    response: AlertTestSchema,
    handler: (call) => testAlerts(call.context, callerOf(call)),
  }),
  defineRoute({
    operationId: "exportAccount",
    method: "GET",
    path: "/account/export",
    access,
    tag,
    summary: "Everything the account holds, one JSON document a line.",
    response: "application/x-ndjson",
    handler: async (call) => {
      const records = await exportAccount(call.context, callerOf(call));
      return sendLines(call.reply, { records, fileName: "signalbox-export.ndjson" });
    },
  }),
  defineRoute({
    operationId: "deleteAccount",
    method: "DELETE",
    path: "/account",
    access,
    tag,
    summary: "Deletes the account and everything in it, immediately and for good.",
    body: DeleteAccountSchema,
    response: DoneSchema,
    handler: async (call) => {
      await deleteAccount(call.context, callerOf(call), call.body);
      setSessionCookie(call.reply, "", 0);
      return { done: true };
    },
  }),
  defineRoute({
    operationId: "listAuditLog",
    method: "GET",
    path: "/audit-log",
    access,
    tag,
    summary: "Who changed what, newest first.",
    query: AuditQuerySchema,
    response: PageOf(AuditEntrySchema),
    handler: (call) => listAuditLog(call.context, callerOf(call), call.query),
  }),
  defineRoute({
    operationId: "exportAuditLog",
    method: "GET",
    path: "/audit-log/export",
    access,
    tag,
    summary: "The whole audit log, newest first, one JSON document a line.",
    response: "application/x-ndjson",
    handler: (call) => {
      const records = exportAuditLog(call.context, callerOf(call));
      return sendLines(call.reply, { records, fileName: "signalbox-audit-log.ndjson" });
    },
  }),
];
