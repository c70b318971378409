// Which role a call has. The first rule whose condition holds decides; what no rule names is a main turn.
import type { CallRole } from "@signalbox/contracts";

import type { Shape } from "./shape.ts";

interface RoleRule {
  readonly role: CallRole;
  readonly when: (shape: Shape) => boolean;
  /** Shown by `gateway status`, and in the answer's header. */
  readonly because: string;
}

/** The roles that a client states outright. */
const STATED: Readonly<Record<string, CallRole>> = {
  turn: "main",
  compact: "summary",
  compaction: "summary",
  summary: "summary",
  title: "title",
  review: "check",
  guardian: "check",
};

/** Both are asked for: a summary, and that no tool is called. Each client words it in its own way. */
const SUMMARY_ASKED = /\b(?:summar|compact|condens|state_snapshot)/i;
const TOOLS_FORBIDDEN = /\btext only\b|\b(?:do not|don't|never|not to|without)\b[^.\n]{0,40}\btools?\b/i;

/** A whole conversation that is handed over in one turn. A title may be a summary, too. */
const HISTORY = /\b(?:conversation|transcript|history)\b/i;
const TITLE_ASKED = /\btitle\b/i;

const TITLE_TURNS_MAX = 3;
const SHORT_ANSWER_TOKENS = 512;

const isWithoutTools = ({ toolCount, isToolUseForbidden }: Shape): boolean =>
  toolCount === 0 || isToolUseForbidden;

export const ROLE_RULES: readonly RoleRule[] = [
  ...Object.entries(STATED).map(([kind, role]) => ({
    role,
    // "turn" is what Codex calls the turns of side agents, too.
    when: (shape: Shape) => shape.statedKind === kind && !shape.isSideAgent,
    because: "the client says so",
  })),
  {
    role: "summary",
    when: ({ lastWords, turnCount, toolCount, hasToolSteps, ...shape }) =>
      (turnCount > TITLE_TURNS_MAX || hasToolSteps) &&
      SUMMARY_ASKED.test(lastWords) &&
      (isWithoutTools({ ...shape, lastWords, turnCount, toolCount, hasToolSteps }) ||
        TOOLS_FORBIDDEN.test(lastWords)),
    because: "the conversation is to be summed up, and no tool called",
  },
  {
    role: "sub_agent",
    when: ({ isSideAgent }) => isSideAgent,
    because: "a header names a side agent",
  },
  {
    role: "check",
    when: ({ hasServerToolsAlone, hasSession }) => hasServerToolsAlone && hasSession,
    because: "the provider's own tools alone are offered",
  },
  {
    role: "title",
    when: (shape) =>
      isWithoutTools(shape) &&
      shape.answerMembers?.includes("title") === true &&
      shape.answerMembers.length <= 2,
    because: "the answer is a title alone",
  },
  {
    role: "check",
    when: (shape) =>
      isWithoutTools(shape) &&
      shape.hasSession &&
      shape.answerMembers !== undefined &&
      shape.answerMembers.length <= 4,
    because: "the answer is a small form, and no tool is offered",
  },
  {
    role: "check",
    when: (shape) =>
      isWithoutTools(shape) && shape.hasSession && (shape.outputTokensMax ?? Infinity) <= SHORT_ANSWER_TOKENS,
    because: "the answer is a few words, and no tool is offered",
  },
  {
    role: "check",
    when: (shape) =>
      isWithoutTools(shape) && shape.hasSession && shape.hasStops && !SUMMARY_ASKED.test(shape.lastWords),
    because: "the answer ends at a word of the client's, and no tool is offered",
  },
  {
    role: "summary",
    when: (shape) =>
      isWithoutTools(shape) && shape.hasSession && (shape.turnCount > TITLE_TURNS_MAX || shape.hasToolSteps),
    because: "a long conversation of an agent, and no tool is offered",
  },
  {
    role: "summary",
    when: (shape) =>
      isWithoutTools(shape) &&
      shape.hasSession &&
      SUMMARY_ASKED.test(shape.lastWords) &&
      HISTORY.test(shape.lastWords) &&
      !TITLE_ASKED.test(shape.lastWords),
    because: "a conversation is handed over to be summed up, and no tool is offered",
  },
  {
    role: "title",
    when: (shape) => isWithoutTools(shape) && shape.hasSession && shape.turnCount <= TITLE_TURNS_MAX,
    because: "a short call beside an agent's conversation, and no tool is offered",
  },
];

export const MAIN_BECAUSE = "no rule names another role";
