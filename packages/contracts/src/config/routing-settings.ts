// The routing policy, what is kept of decisions, and the model behind them.
import { Type } from "typebox";

import { integerSetting, numberSetting, switchSetting, textSetting } from "./setting.ts";

export const policy = Type.Object({
  tolerance: numberSetting({
    env: "SIGNALBOX_TOLERANCE",
    flag: "tolerance",
    default: 0.045,
    minimum: 0,
    maximum: 1,
    description:
      "Success that a bill ten times smaller (under `latency`, a wait ten times shorter) is worth under a `tradeoff`.",
  }),
  qualityTolerance: numberSetting({
    env: "SIGNALBOX_QUALITY_TOLERANCE",
    flag: "quality-tolerance",
    default: 0.025,
    minimum: 0,
    maximum: 1,
    description:
      "Success that a bill ten times smaller is worth under quality, and under latency beside the wait.",
  }),
  riskWeight: numberSetting({
    env: "SIGNALBOX_RISK_WEIGHT",
    flag: "risk-weight",
    default: 0.3,
    minimum: 0,
    maximum: 10,
    description: "Success given up per standard deviation of its estimate.",
  }),
  cacheTtlS: integerSetting({
    env: "SIGNALBOX_CACHE_TTL_S",
    flag: "cache-ttl-s",
    default: 300,
    minimum: 0,
    maximum: 86_400,
    description: "Seconds after which a provider's prompt cache counts as cold.",
  }),
  sessionMargin: numberSetting({
    env: "SIGNALBOX_SESSION_MARGIN",
    flag: "session-margin",
    default: 0.045,
    minimum: 0,
    maximum: 1,
    description:
      "Success that a session's model may give up, beyond what the best choice does, before it is left for that alone.",
  }),
});

export const retention = Type.Object({
  decisionsDays: integerSetting({
    env: "SIGNALBOX_DECISIONS_DAYS",
    flag: "decisions-days",
    default: 90,
    minimum: 0,
    maximum: 36_500,
    description: "Days that journalled decisions are kept; 0 keeps them for ever.",
  }),
  routerRowsDays: integerSetting({
    env: "SIGNALBOX_ROUTER_ROWS_DAYS",
    flag: "router-rows-days",
    default: 365,
    minimum: 0,
    maximum: 36_500,
    description:
      "Days that evaluation rows are kept with their custom router, at most as many as the account keeps decisions; 0 keeps them with it.",
  }),
  auditDays: integerSetting({
    env: "SIGNALBOX_AUDIT_DAYS",
    flag: "audit-days",
    default: 730,
    minimum: 0,
    maximum: 36_500,
    description: "Days that rows of the audit log are kept; 0 keeps them for ever.",
  }),
  allowText: switchSetting({
    env: "SIGNALBOX_ALLOW_TEXT",
    flag: "allow-text",
    default: true,
    description: "Whether accounts may turn on keeping message text. `hash_content` always wins.",
  }),
});

export const model = Type.Object({
  artefactDir: textSetting({
    env: "SIGNALBOX_ARTEFACT_DIR",
    flag: "artefact-dir",
    default: "",
    description: "Directory of the model artefact; empty takes the one that is shipped.",
  }),
  catalogFile: textSetting({
    env: "SIGNALBOX_CATALOG_FILE",
    flag: "catalog-file",
    default: "",
    description: "JSON file with own models and corrections of the catalogue.",
  }),
  pricesFile: textSetting({
    env: "SIGNALBOX_PRICES_FILE",
    flag: "prices-file",
    default: "",
    description:
      "List of models and prices: LiteLLM, models.dev, OpenRouter or genai-prices. It completes the catalogue; see `signalbox catalog refresh`.",
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
