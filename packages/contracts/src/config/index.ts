export { ConfigSchema } from "./config-schema.ts";
export type { Config } from "./config-schema.ts";
export { listSettings } from "./list-settings.ts";
export type { SettingAnnotations, SettingDefinition } from "./setting.ts";
