// Everything that is known once the candidates were estimated and filtered, before any is chosen.
import type { ConversationFacts } from "../reader/conversation/read-conversation.ts";
import type { ObjectiveRecord } from "../objective/objective-record.ts";
import type { Filtered } from "../filter/filter-candidates.ts";
import type { PromptEncoding } from "../reader/prompt-encoding.ts";
import type { RoutingModel } from "../model/routing-model.ts";
import type { SessionHorizon } from "../session/session-horizon.ts";
import type { Estimated } from "../estimate/estimated.ts";
import type { DecisionInput } from "../input/decision-input.ts";
import type { PolicyDefaults } from "../input/default-policy.ts";

export interface Outlook {
  readonly model: RoutingModel;
  readonly input: DecisionInput;
  readonly conversation: ConversationFacts;
  readonly encoding: PromptEncoding;
  readonly objective: ObjectiveRecord;
  readonly horizon: SessionHorizon | undefined;
  readonly estimated: readonly Estimated[];
  readonly filtered: Filtered;
  readonly defaults: PolicyDefaults;
}
