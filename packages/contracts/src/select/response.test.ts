// Answers that the service may give. Clients written for the interface break on anything else.
import { holdBoundaries } from "../boundaries.suite.ts";
import { SelectResponseSchema } from "./response.ts";

const provider = { provider: "openai", model: "gpt-4o-mini" };

holdBoundaries("an answer", {
  schema: SelectResponseSchema,
  valid: {
    llm_label: "openai/gpt-4o-mini",
    providers: [provider],
    session_id: "019a9f4e-7c1b-7d2e-8f00-0123456789ab",
  },
  takes: {
    "a candidate that is only a label": { providers: [{ provider: null, model: null }] },
    "a ranking of one": { ranking: ["openai/gpt-4o-mini"] },
  },
  refuses: {
    "no pick": { llm_label: undefined },
    "no candidate": { providers: [] },
    "two candidates": { providers: [provider, provider] },
    "an empty ranking": { ranking: [] },
    "a session id of another form": { session_id: "session-1" },
    "an explanation of another form": { explanation: { summary: "Because." } },
  },
});
