export type * from "./interface/users.ts";
export type * from "./interface/api-keys.ts";
export type * from "./interface/common.ts";
export type * from "./interface/decisions.ts";
export type { KeptDecision } from "./interface/decision-table.ts";
export type * from "./interface/preferences.ts";
export type * from "./interface/feedback.ts";
export * from "./interface/groups.ts";
export type * from "./interface/learning.ts";
export type * from "./interface/overview.ts";
export type * from "./interface/records.ts";
export type * from "./interface/storage-options.ts";
export { readDatabaseLocation, openStorage } from "./open-storage.ts";
export type { DatabaseLocation } from "./interface/dialect.ts";
export { createJournal } from "./journal/create-journal.ts";
export { inTime, isUnavailable } from "./database/in-time.ts";
export { latencyBucket } from "./journal/hourly-sums.ts";
export { emailKey } from "./repositories/users.ts";
export type { Repositories } from "./repositories/index.ts";
export type { Connections, Storage } from "./storage.ts";
export {
  type RowCounts,
  backUp,
  copyDatabase,
  restore,
  type OnProgress,
  type TransferOptions,
} from "./transfer/transfer.ts";
