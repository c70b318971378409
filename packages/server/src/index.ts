export type { EngineHolder } from "./context/engine-holder.ts";
export { loadConfig } from "./config/load-config.ts";
export type { ConfigSources } from "./config/load-config.ts";
export { renderConfiguration } from "./config/render-configuration.ts";
export { buildOpenApi } from "./http/openapi/build-openapi.ts";
export { renderErrors } from "./http/openapi/render-errors.ts";
export { ROUTES } from "./http/routes/index.ts";
export { API_INFO } from "./http/routes/reference.ts";
export { importLog } from "./learner/import/import-log.ts";
export type { ImportOptions } from "./learner/import/import-log.ts";
export type { ImportReport } from "./learner/import/import-report.ts";
export { LOG_FORMATS } from "./learner/import/past-call.ts";
export type { LogFormat } from "./learner/import/past-call.ts";
export { configuredArtefactDir, createEngineHolder } from "./composition/create-engine-holder.ts";
export {
  createService,
  databaseLocationOf,
  loadConfiguredCatalog,
  openConfiguredStorage,
} from "./composition/create-service.ts";
export type { Service, ServiceOptions } from "./composition/create-service.ts";
export type { FirstStart } from "./composition/first-start.ts";
export type { DigestKeys } from "./context/digest-keys.ts";
export { createDigestKeys } from "./services/digest-keys/digest-keys.ts";
export { exportAuditLog } from "./services/audit/export-audit-log.ts";
export { proveAuditLog } from "./services/audit/verify-audit-log.ts";
export { countSelected, eraseSelected } from "./services/privacy/erase-decisions.ts";
export { EXPORT_COLUMNS, exportDecisions } from "./services/decisions/reading/export-decisions.ts";
export { exportSelected } from "./services/privacy/export-decisions.ts";
export { createLogger } from "./context/logger.ts";
export type { Principal } from "./context/principal.ts";
export type { ServiceContext } from "./context/service-context.ts";
export { ALERT_RULES } from "./metrics/alert-rules.data.ts";
export type { AlertRule } from "./metrics/alert-rules.data.ts";
export { METRICS } from "./metrics/metric-table.ts";
export type { Metric } from "./metrics/metric-table.ts";
export { collectGarbage } from "./collect-garbage.ts";
export { startServer } from "./start.ts";
export type { RunningServer } from "./start.ts";
export type { Announcement } from "./workers/messages.ts";
export { runWorkers } from "./first-process/run-workers.ts";
export type { Workers, WorkersOptions } from "./first-process/run-workers.ts";
export { workerLink } from "./workers/worker-link.ts";
export type { WorkerLink } from "./workers/worker-link.ts";
export type { Caller } from "./services/access/authorise.ts";
export { adviseAccount } from "./services/advice/advise-account.ts";
export { allPages } from "./services/accounts/all-pages.ts";
export { vouchForEmail } from "./services/auth/email/verify-email.ts";
export { allowPassword } from "./services/auth/single-sign-on/password-exception.ts";
export { createResetLink } from "./services/auth/password-reset.ts";
export { resetSecondFactor } from "./services/auth/second-factor/reset-second-factor.ts";
export { createRouter } from "./services/custom-routers/create-router.ts";
export { getRouter, getRouterReport, listRouters } from "./services/custom-routers/read-routers.ts";
export { activateRouter, deactivateRouter } from "./services/custom-routers/switch-router.ts";
export { createReplay, getReplay } from "./services/replay/replays.ts";
export { probeCounter } from "./services/auth/keys/shared-rate-limits.ts";
export { createKey } from "./services/keys/create-key.ts";
export { listKeys } from "./services/keys/list-keys.ts";
export { revokeKey } from "./services/keys/revoke-key.ts";
