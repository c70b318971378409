// When the service alerts those on call.
import { Type } from "typebox";

import { switchSetting, integerSetting, numberSetting } from "./setting.ts";

export const alerts = Type.Object({
  errorShareMax: numberSetting({
    env: "SIGNALBOX_ALERT_ERROR_SHARE_MAX",
    flag: "alert-error-share-max",
    default: 0.02,
    minimum: 0,
    maximum: 1,
    description: "Share of failed requests in the last two hours above which an alert opens; 1 = off.",
  }),
  latencyMsMax: integerSetting({
    env: "SIGNALBOX_ALERT_LATENCY_MS_MAX",
    flag: "alert-latency-ms-max",
    default: 2_000,
    minimum: 1,
    maximum: 600_000,
    description: "Latency (99th percentile of the last two hours) above which an alert opens.",
  }),
  privateWebhooks: switchSetting({
    env: "SIGNALBOX_ALERT_PRIVATE_WEBHOOKS",
    flag: "alert-private-webhooks",
    default: false,
    description:
      "Whether account webhooks may use private networks and plain HTTP. Unsafe where strangers have accounts: a webhook could reach internal services.",
  }),
});
