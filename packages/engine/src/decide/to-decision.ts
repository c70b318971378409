// The decision as callers get it: label, numbers now, words only when somebody reads them.
import type { Explanation } from "@signalbox/contracts";

import type { DecisionRecord } from "../record/decision-record.ts";
import { explainDecision } from "../explain/explain-decision.ts";
import { buildRecord } from "../record/build-record.ts";
import type { Choice } from "../choose/choose.ts";
import type { Outlook } from "../choose/outlook.ts";
import type { Decision } from "./engine.ts";

export function toDecision(
  outlook: Outlook,
  choice: Choice,
  versions: Omit<DecisionRecord["versions"], "preference">,
): Decision {
  const { chosen } = choice;
  const { preference } = outlook.input.known;
  const record = buildRecord({
    ...choice,
    estimated: outlook.estimated,
    found: outlook.input.known.session,
    objective: outlook.objective,
    conversation: outlook.conversation,
    encoding: outlook.encoding,
    versions: {
      ...versions,
      preference: preference === undefined ? null : `${preference.id}@${preference.version}`,
    },
  });
  let explanation: Explanation | undefined;
  return {
    label: chosen.label,
    provider: chosen.candidate.input.provider,
    model: chosen.candidate.input.model,
    encoding: outlook.encoding,
    inputTokens: chosen.usage.inputTokens,
    record,
    get explanation() {
      explanation ??= explainDecision(record);
      return explanation;
    },
  };
}
