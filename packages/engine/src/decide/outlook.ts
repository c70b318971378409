// Everything that is known once the candidates were estimated and filtered, before any is chosen.
import type { Conversation } from "../conversation/read-conversation.ts";
import type { ObjectiveRecord } from "../explain/decision-record.ts";
import type { Filtered } from "../filter/filter-candidates.ts";
import type { PromptEncoding } from "../model/routing-model.ts";
import type { SessionHorizon } from "../session/session-horizon.ts";
import type { Estimated } from "./estimated.ts";
import type { DecisionInput, PolicyDefaults } from "./types.ts";

export interface Outlook {
  readonly input: DecisionInput;
  readonly conversation: Conversation;
  readonly encoding: PromptEncoding;
  readonly objective: ObjectiveRecord;
  readonly horizon: SessionHorizon | undefined;
  readonly estimated: readonly Estimated[];
  readonly filtered: Filtered;
  readonly defaults: PolicyDefaults;
}
