// The routing policy, retention, and the model behind the decisions.
import { Type } from "typebox";

import { integerSetting, numberSetting, switchSetting, textSetting } from "./setting.ts";

export const policy = Type.Object({
  tolerance: numberSetting({
    env: "SIGNALBOX_TOLERANCE",
    flag: "tolerance",
    default: 0.05,
    minimum: 0,
    maximum: 1,
    description:
      "Success given up for a bill ten times smaller under `cost`, or a wait ten times shorter under `latency`; on hard work down to half of it.",
  }),
  qualityTolerance: numberSetting({
    env: "SIGNALBOX_QUALITY_TOLERANCE",
    flag: "quality-tolerance",
    default: 0.025,
    minimum: 0,
    maximum: 1,
    description:
      "Success given up for a bill ten times smaller under quality, on hard work down to half of it, and under latency.",
  }),
  riskWeight: numberSetting({
    env: "SIGNALBOX_RISK_WEIGHT",
    flag: "risk-weight",
    default: 0.3,
    minimum: 0,
    maximum: 10,
    description: "Success deducted per standard deviation of its estimate.",
  }),
  cacheTtlS: integerSetting({
    env: "SIGNALBOX_CACHE_TTL_S",
    flag: "cache-ttl-s",
    default: 300,
    minimum: 0,
    maximum: 86_400,
    description: "Lifetime of a provider's prompt cache.",
  }),
  sessionMargin: numberSetting({
    env: "SIGNALBOX_SESSION_MARGIN",
    flag: "session-margin",
    default: 0.045,
    minimum: 0,
    maximum: 1,
    description:
      "How far the success of a session's model may fall behind the best choice before the session changes model.",
  }),
});

export const retention = Type.Object({
  decisionsDays: integerSetting({
    env: "SIGNALBOX_DECISIONS_DAYS",
    flag: "decisions-days",
    default: 90,
    minimum: 0,
    maximum: 36_500,
    description: "Days to keep decisions; 0 = forever.",
  }),
  routerRowsDays: integerSetting({
    env: "SIGNALBOX_ROUTER_ROWS_DAYS",
    flag: "router-rows-days",
    default: 365,
    minimum: 0,
    maximum: 36_500,
    description:
      "Days to keep the rows of a custom router, at most the account's retention; 0 = as long as the router.",
  }),
  auditDays: integerSetting({
    env: "SIGNALBOX_AUDIT_DAYS",
    flag: "audit-days",
    default: 730,
    minimum: 0,
    maximum: 36_500,
    description: "Days to keep the audit log; 0 = forever.",
  }),
  allowText: switchSetting({
    env: "SIGNALBOX_ALLOW_TEXT",
    flag: "allow-text",
    default: true,
    description: "Whether accounts may keep message text. `hash_content` always wins.",
  }),
});

export const model = Type.Object({
  artefactDir: textSetting({
    env: "SIGNALBOX_ARTEFACT_DIR",
    flag: "artefact-dir",
    default: "",
    description: "Directory of the model artefact; empty = the shipped one.",
  }),
  catalogFile: textSetting({
    env: "SIGNALBOX_CATALOG_FILE",
    flag: "catalog-file",
    default: "",
    description: "JSON file with your own models and corrections.",
  }),
  pricesFile: textSetting({
    env: "SIGNALBOX_PRICES_FILE",
    flag: "prices-file",
    default: "",
    description:
      "List of models and prices (LiteLLM, models.dev, OpenRouter, genai-prices) that extends the catalogue; see `signalbox catalog refresh`.",
  }),
});

export const catalog = Type.Object({
  refreshUrl: textSetting({
    env: "SIGNALBOX_CATALOG_REFRESH_URL",
    flag: "catalog-refresh-url",
    default: "",
    form: { pattern: "^(?:https?://\\S+)?$", example: "https://models.dev/api.json" },
    description:
      "Address of a list of models and prices that is fetched once a day, unattended; `#ed25519=KEY` or `#sha256=HEX` behind it says what it must be signed with or equal. Empty = off.",
  }),
});
