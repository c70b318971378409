// The needs of this conversation and this account, and which candidates meet them.
import type { Outlook } from "../choose/choose.ts";
import type { ConversationFacts } from "../reader/conversation/read-conversation.ts";
import { filterCandidates } from "../filter/filter-candidates.ts";
import type { Filtered } from "../filter/filter-candidates.ts";
import type { RuleBudget } from "../preference/rule-budget.ts";

export const needsTools = ({ prompt, hasToolHistory }: ConversationFacts): boolean =>
  prompt.toolCount > 0 || hasToolHistory;

type Filterable = Pick<Outlook, "input" | "conversation" | "objective" | "estimated">;

export function filterEstimated(
  { input, conversation, objective, estimated }: Filterable,
  budget: RuleBudget,
): Filtered {
  const { asked, known } = input;
  return filterCandidates({
    estimated,
    needs: {
      modalities: conversation.modalities,
      needsTools: needsTools(conversation),
      outputFormat: asked.outputFormat,
      policy: known.preference?.policy,
      budget,
      allowsShutDown: asked.allowShutDown === true || known.preference?.policy.allow_shut_down === true,
    },
    maxModelDepth: objective.maxModelDepth,
    maxLossPoints: objective.maxLossPoints,
    exemptLabel: conversation.isToolLoopOpen ? known.session?.previousLabel : undefined,
  });
}
