// From when on the service speaks of itself: alerts for those on call, beside the drift and keys of each account.
import { Type } from "typebox";

import { switchSetting, integerSetting, numberSetting } from "./setting.ts";

export const alerts = Type.Object({
  errorShareMax: numberSetting({
    env: "SIGNALBOX_ALERT_ERROR_SHARE_MAX",
    flag: "alert-error-share-max",
    default: 0.02,
    minimum: 0,
    maximum: 1,
    description:
      "Share of the requests of the last two hours that may fail before an alert opens; 1 opens none.",
  }),
  latencyMsMax: integerSetting({
    env: "SIGNALBOX_ALERT_LATENCY_MS_MAX",
    flag: "alert-latency-ms-max",
    default: 2_000,
    minimum: 1,
    maximum: 600_000,
    description: "What one request in a hundred of the last two hours may exceed before an alert opens.",
  }),
  diskFreeMin: numberSetting({
    env: "SIGNALBOX_ALERT_DISK_FREE_MIN",
    flag: "alert-disk-free-min",
    default: 0.05,
    minimum: 0,
    maximum: 1,
    description: "Share of the disk of the data directory below which an alert opens; 0 opens none.",
  }),
  privateWebhooks: switchSetting({
    env: "SIGNALBOX_ALERT_PRIVATE_WEBHOOKS",
    flag: "alert-private-webhooks",
    default: false,
    description:
      "Whether the webhooks of accounts may go to private networks, and without encryption. Where strangers have accounts they could reach what only this machine reaches.",
  }),
});
