// The decision, a straight line: conversation, candidates, encoding, estimates, filters, objective, session, exploration, record.
// Pure: the same input gives the same answer, in whatever order the candidates come.
import { SignalboxError } from "@signalbox/contracts";

import { createCandidateBuilder } from "../candidates/build-candidates.ts";
import { atServiceTier } from "../candidates/service-tier.ts";
import { agentModeOf } from "../candidates/candidate-mode.ts";
import type { CandidateBuilder } from "../candidates/build-candidates.ts";
import { withApplicableRules } from "../preference/applicable-rules.ts";
import { createRuleBudget } from "../preference/rule-budget.ts";
import { createHorizon } from "../session/session-horizon.ts";
import { assertCandidates, assertInput, DEFAULT_POLICY } from "../input/default-policy.ts";
import { choose } from "../choose/choose.ts";
import { filterEstimated, needsTools } from "./filter-estimated.ts";
import { readContentOf, readMessagesOf } from "./conversation-reading.ts";
import type { ConversationReading } from "./conversation-reading.ts";
import { readJournalled } from "./journalled-reading.ts";
import type { JournalledDecision } from "./journalled-reading.ts";
import { estimateCandidates } from "../estimate/estimate-candidates.ts";
import { resolveObjective } from "../objective/objective.ts";
import type { Decision, Engine, EngineOptions } from "./engine.ts";
import type { DecisionInput } from "../input/decision-input.ts";
import type { PolicyDefaults } from "../input/default-policy.ts";
import type { Outlook } from "../choose/choose.ts";
import { toDecision, toRefusal } from "./to-decision.ts";

export const ENGINE_VERSION = "1.1.0";

interface EngineParts {
  readonly options: EngineOptions;
  readonly defaults: PolicyDefaults;
  readonly buildCandidates: CandidateBuilder;
  /** The same in the modes that agents use. */
  readonly buildForAgents: CandidateBuilder;
}

function createParts(options: EngineOptions): EngineParts {
  return {
    options,
    defaults: { ...DEFAULT_POLICY, ...options.defaults },
    buildCandidates: createCandidateBuilder(options.model),
    buildForAgents: createCandidateBuilder(options.model, agentModeOf),
  };
}

/** The decision up to where the candidates are estimated and filtered, for those who choose from it many times. */
export function createOutlook(options: EngineOptions): (input: DecisionInput) => Outlook {
  const engine = createEngine(options);
  return (input) => engine.lookAhead(input);
}

/** An engine over one routing model. Keeps nothing of any conversation; only abilities of models are remembered. */
export function createEngine(options: EngineOptions): Engine {
  const parts = createParts(options);
  return {
    version: ENGINE_VERSION,
    decide: (input) => decideNew(parts, input),
    decideAgain: (input, journalled) => decideAgain(parts, input, journalled),
    lookAhead: (input, journalled) => {
      if (journalled === undefined) return lookAhead(parts, input, readInput(parts, input));
      assertCandidates(input.asked.candidates);
      return lookAhead(parts, input, readJournalled(journalled));
    },
  };
}

function readInput(parts: EngineParts, input: DecisionInput): ConversationReading {
  const { model } = parts.options;
  const { asked } = input;
  if (asked.content === undefined) {
    assertInput(asked);
    return readMessagesOf(model, input);
  }
  assertCandidates(asked.candidates);
  return readContentOf(model, asked.content, asked);
}

function decideNew(parts: EngineParts, input: DecisionInput): Decision {
  return decide(parts, input, readInput(parts, input));
}

function decideAgain(parts: EngineParts, input: DecisionInput, journalled: JournalledDecision): Decision {
  assertCandidates(input.asked.candidates);
  return decide(parts, input, readJournalled(journalled));
}

function decide(parts: EngineParts, input: DecisionInput, reading: ConversationReading): Decision {
  const outlook = lookAhead(parts, input, reading);
  const { learned } = input.known;
  const versions = {
    artefact: parts.options.model.version,
    catalogue: parts.options.catalogueVersion,
    policy: learned === undefined ? ENGINE_VERSION : `${ENGINE_VERSION}+${learned.version}`,
  };
  try {
    return toDecision(outlook, choose(outlook), versions);
  } catch (error) {
    if (!(error instanceof SignalboxError) || error.code !== "no_eligible_candidate") throw error;
    throw toRefusal(outlook, error, versions);
  }
}

function lookAhead(parts: EngineParts, given: DecisionInput, reading: ConversationReading): Outlook {
  const input = withApplicableRules(given);
  const { model } = parts.options;
  const { asked, known } = input;
  const { session } = known;
  const { conversation, encoding, countTokens } = reading;
  const isByAgent = encoding.circumstance === "coding_agent";
  const built = (isByAgent ? parts.buildForAgents : parts.buildCandidates)(asked.candidates);
  const candidates = atServiceTier(built, asked.serviceTier);
  const objective = resolveObjective(input, parts.defaults, encoding.difficulty);
  const budget = createRuleBudget();
  const horizon = session && createHorizon(session, parts.defaults.cacheTtlS, needsTools(conversation));
  const estimated = estimateCandidates({
    model,
    known,
    candidates,
    encoding,
    countTokens,
    attachments: conversation.attachments,
    objective,
    horizon,
    budget,
    maxOutputTokens: asked.maxOutputTokens,
  });
  const filtered = filterEstimated({ input, conversation, objective, estimated }, budget);
  const { defaults } = parts;
  return { model, input, conversation, encoding, objective, horizon, estimated, filtered, defaults };
}
