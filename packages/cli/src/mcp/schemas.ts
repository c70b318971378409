// The input and output of the tools, in the form that hosts show to their model. Ranges and meanings are those of the HTTP
// interface.
import { TRADEOFFS } from "@signalbox/contracts";
import { z } from "zod";

const message = z.strictObject({
  role: z.string().describe("system, user, assistant or tool."),
  content: z.string(),
});

const sessionId = z.uuid().describe("The session_id of an earlier recommendation.");

/** Arguments that are not named are refused: a misspelt one would be taken for one that was left out. */
export const recommendInput = z.strictObject({
  messages: z
    .union([z.string().min(1), z.array(message).min(1).max(2000)])
    .describe(
      "The task as one text, or the conversation so far. Give it in full: the choice is made by what it says.",
    ),
  models: z
    .array(z.string().min(1).max(256))
    .min(1)
    .max(200)
    .optional()
    .describe('Labels of the models that may be called, as "provider/model". Default: those of the server.'),
  tradeoff: z
    .enum(TRADEOFFS)
    .optional()
    .describe(
      "What to save on where models are about equally likely to succeed. Default: the best estimated success.",
    ),
  cost_quality_tradeoff: z
    .number()
    .min(0)
    .max(10)
    .optional()
    .describe("0 quality alone .. 10 cost alone; takes the place of tradeoff."),
  tools: z
    .array(z.strictObject({ name: z.string().min(1), description: z.string().optional() }))
    .max(128)
    .optional()
    .describe("Tools that the model will be given. Models that cannot call tools are then left out."),
  previous_session: sessionId
    .optional()
    .describe("The session_id of the turn before, so that a warm prompt cache counts."),
  preference_id: z.string().optional().describe("A preference of the account."),
});

export const explainInput = z.strictObject({ session_id: sessionId });

export const feedbackInput = z.strictObject({
  session_id: sessionId,
  value: z
    .union([z.number().min(0).max(1), z.enum(["up", "down"])])
    .describe("How good the model's answer was: 0 bad .. 1 good, or a thumb."),
  label: z.string().min(1).optional().describe("The model that answered, if it was not the recommended one."),
  scope: z
    .enum(["decision", "chain"])
    .optional()
    .describe("chain credits every turn of the session. Default: this decision alone."),
});

const candidate = z.object({
  label: z.string(),
  rank: z.number().int().min(1),
  success: z.number().describe("Estimated probability that the answer is good."),
  spread: z.number().describe("One standard deviation of it."),
  usd: z.number().nullable().describe("Expected dollars; null when no price is known."),
  seconds: z.number().nullable().describe("Expected seconds to the whole answer; null when unknown."),
  reasons: z.array(z.string()),
});

/** Both `recommend_model` and `explain_decision` answer in this form. */
export const adviceOutput = {
  label: z.string().describe("The model to call."),
  session_id: z.string(),
  summary: z.string(),
  ranking: z.array(candidate),
  rejected: z.array(z.object({ label: z.string(), reason: z.string() })),
  session: z.object({
    action: z.string().describe("first, kept, switched or tool_loop."),
    reason: z.string(),
  }),
  degraded: z.boolean().describe("Whether it was decided on less than is usually known."),
};

export const feedbackOutput = {
  session_id: z.string(),
  label: z.string(),
  value: z.number().nullable(),
  status: z.enum(["recorded", "unchanged", "corrected", "withdrawn"]),
  decisions: z.number().int().describe("How many decisions the report was credited to."),
};
