export type { EngineHolder, ServiceContext } from "./context/service-context.ts";
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
export { createModelCounter, modelKey, type NamedModel, LOG_FORMATS } from "./learner/import/past-call.ts";
export { detectFormat, LOG_READERS } from "./learner/import/log-formats.ts";
export type { LogFormat } from "./learner/import/past-call.ts";
export { configuredArtefactDir, createEngineHolder } from "./composition/create-engine-holder.ts";
export {
  createService,
  databaseLocationOf,
  loadConfiguredCatalog,
  openConfiguredStorage,
} from "./composition/create-service.ts";
export type { Service, ServiceOptions } from "./composition/create-service.ts";
export { prepareFirstStart, type FirstStart } from "./composition/first-start.ts";
export type { DigestKeys } from "./context/digest-keys.ts";
export { createDigestKeys } from "./services/digest-keys/digest-keys.ts";
export { exportAuditLog } from "./services/audit/audit-log.ts";
export { proveAuditLog } from "./services/audit/verify-audit-log.ts";
export { countSelected, eraseSelected } from "./services/privacy/erase-decisions.ts";
export { EXPORT_COLUMNS, exportDecisions } from "./services/decisions/reading/export-decisions.ts";
export { exportSelected } from "./services/privacy/export-decisions.ts";
export { createLogger } from "./context/logger.ts";
export type { Principal } from "./context/principal.ts";
export { ALERT_RULES } from "./metrics/alert-rules.data.ts";
export type { AlertRule } from "./metrics/alert-rules.data.ts";
export { METRICS } from "./metrics/metric-table.ts";
export type { Metric } from "./metrics/metric-table.ts";
export { collectGarbage, startServer } from "./start.ts";
export { warmUp } from "./warm-up.ts";
export type { RunningServer } from "./start.ts";
export type { Announcement, WorkerLink } from "./workers/worker-link.ts";
export { runWorkers } from "./first-process/run-workers.ts";
export type { Workers, WorkersOptions } from "./first-process/run-workers.ts";
export { shareLimits, workerLink } from "./workers/worker-link.ts";
export type { Caller } from "./services/access/authorise.ts";
export { adviseAccount } from "./services/advice/advise-account.ts";
export { allPages } from "./services/accounts/all-pages.ts";
export { vouchForEmail } from "./services/auth/email/verify-email.ts";
export { allowPassword } from "./services/auth/single-sign-on/required-domains.ts";
export { createResetLink } from "./services/auth/password-reset.ts";
export { resetSecondFactor } from "./services/auth/second-factor/own-second-factor.ts";
export { createRouter, trainAgain } from "./services/custom-routers/create-router.ts";
export { forgetRouterRows } from "./services/custom-routers/row-archive.ts";
export { getRouter, getRouterReport, listRouters } from "./services/custom-routers/read-routers.ts";
export { activateRouter, deactivateRouter } from "./services/custom-routers/switch-router.ts";
export { createReplay, getReplay } from "./services/replay/replays.ts";
export { probeCounter } from "./services/auth/keys/shared-rate-limits.ts";
export { selectModel } from "./services/decisions/select-model.ts";
export { recordFeedback } from "./services/feedback/record-feedback.ts";
export { createKey, listKeys, revokeKey } from "./services/keys/keys.ts";
