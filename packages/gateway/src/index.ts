export { callLine, dollars, planWords } from "./bill/call-line.ts";
export type { CallEntry, Totals } from "./bill/call-log.ts";
export type { SampledCall } from "./door/sample.ts";
export {
  startGateway,
  UNATTENDED_PATH,
  type GatewayOptions,
  type RunningGateway,
} from "./door/start-gateway.ts";
export type { GatewayStatus } from "./door/status.ts";
export type { Decider, Decision } from "./plan/decider.ts";
export { DEFAULT_HOST, DEFAULT_PORT } from "./settings/defaults.data.ts";
export { readSettings, type SettingsSources } from "./settings/read-settings.ts";
export { DESCRIBED, describeSettings } from "./settings/describe-settings.ts";
export { NO_KEY } from "./sessions/session-id.ts";
export type { SettingsFile } from "./settings/settings-file.ts";
export { ESCALATIONS, type GatewaySettings } from "./settings/settings.ts";
