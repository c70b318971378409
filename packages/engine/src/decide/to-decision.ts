// The decision as callers get it: label, numbers now, words only when somebody reads them.
import type { DecisionRecord } from "../record/decision-record.ts";
import { buildRecord } from "../record/build-record.ts";
import type { Choice } from "../choose/choose.ts";
import type { Outlook } from "../choose/outlook.ts";
import type { Decision } from "./engine.ts";
import { MadeDecision } from "./made-decision.ts";

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
    callRole: outlook.input.asked.callRole,
    conversation: outlook.conversation,
    encoding: outlook.encoding,
    versions: {
      ...versions,
      preference: preference === undefined ? null : `${preference.id}@${preference.version}`,
    },
  });
  const { input } = chosen.candidate;
  const head = {
    label: chosen.label,
    provider: input.provider,
    model: input.model,
    encoding: outlook.encoding,
    inputTokens: chosen.usage.inputTokens,
  };
  return new MadeDecision(head, record);
}
