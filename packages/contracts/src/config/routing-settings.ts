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
  sessionSaving: numberSetting({
    env: "SIGNALBOX_SESSION_SAVING",
    flag: "session-saving",
    default: 0.05,
    minimum: 0,
    maximum: 1,
    description: "Share of the remaining session's dollars or seconds that a change of model must save.",
  }),
  sessionSavingUsd: numberSetting({
    env: "SIGNALBOX_SESSION_SAVING_USD",
    flag: "session-saving-usd",
    default: 0.001,
    minimum: 0,
    maximum: 1_000,
    description: "Dollars over the remaining session below which no saving is worth a change of model.",
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
  comparisonsMax: integerSetting({
    env: "SIGNALBOX_COMPARISONS_MAX",
    flag: "comparisons-max",
    default: 100,
    minimum: 1,
    maximum: 10_000,
    description: "Replays, and ended experiments, that an account keeps; the oldest go first.",
  }),
  textCharsMax: integerSetting({
    env: "SIGNALBOX_TEXT_CHARS_MAX",
    flag: "text-chars-max",
    default: 200_000,
    minimum: 1_000,
    maximum: 10_000_000,
    description:
      "Characters of message text kept with one decision, where text is kept; older messages are left out.",
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
      "Address of a list of models and prices that is fetched unattended; `#ed25519=KEY` or `#sha256=HEX` behind it says what it must be signed with or equal. Empty = off.",
  }),
  refreshHours: integerSetting({
    env: "SIGNALBOX_CATALOG_REFRESH_HOURS",
    flag: "catalog-refresh-hours",
    default: 24,
    minimum: 1,
    maximum: 500,
    description: "Hours between two fetches of that list.",
  }),
});
