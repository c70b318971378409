// Reports on answers: what counts as a judgement, what as usage, and the shapes of existing clients.
import { characters, holdBoundaries } from "../boundaries.suite.ts";
import {
  CompatCreatePreferenceSchema,
  CompatFeedbackSchema,
  CompatLatencySchema,
  CompatModelsQuerySchema,
} from "./compat.ts";
import { FeedbackSchema } from "./feedback.ts";

const session = { session_id: "019a9f4e-7c1b-7d2e-8f00-0123456789ab" };
const provider = { provider: "openai", model: "gpt-4o" };

holdBoundaries("a report", {
  schema: FeedbackSchema,
  valid: { ...session, value: 1 },
  takes: {
    "the worst value": { value: 0 },
    "a thumb": { value: "down" },
    "a thumb as true or false": { value: false },
    "a comment": { comment: "Too long." },
    "the usage of a provider": {
      usage: { prompt_tokens: 9000, completion_tokens: 120, prompt_tokens_details: { cached_tokens: 8000 } },
    },
    "usage alone": { value: undefined, usage: { input_tokens: 0, usd: 1e6, seconds: 1e6 } },
    "a withdrawal": { value: undefined, withdraw: true },
    "the whole chain": { scope: "chain" },
    "a label of provider and model": { label: characters(513) },
    "a candidate by provider": { provider },
    "a candidate without a provider": { provider: { provider: null, model: "gpt-4o" } },
  },
  refuses: {
    "no session": { session_id: undefined },
    "a value above one": { value: 1.01 },
    "a value below zero": { value: -0.01 },
    "a thumb in another direction": { value: "sideways" },
    "a scope that does not exist": { scope: "account" },
    "an empty label": { label: "" },
    "a label of 514 characters": { label: characters(514) },
    "negative tokens": { usage: { output_tokens: -1 } },
    "negative tokens of a provider": { usage: { prompt_tokens: -1 } },
    "dollars above a million": { usage: { usd: 1e6 + 1 } },
    "a candidate without a model": { provider: { provider: "openai" } },
  },
});

holdBoundaries("a report of an existing client", {
  schema: CompatFeedbackSchema,
  valid: { ...session, provider, feedback: { accuracy: 1 } },
  takes: { "the worst accuracy": { feedback: { accuracy: 0 } } },
  refuses: {
    "an accuracy above one": { feedback: { accuracy: 2 } },
    "an accuracy in words": { feedback: { accuracy: "good" } },
    "no provider": { provider: undefined },
    "no feedback": { feedback: undefined },
  },
});

holdBoundaries("a speed of an existing client", {
  schema: CompatLatencySchema,
  valid: { ...session, provider, feedback: { tokens_per_second: 80 } },
  takes: { "a standstill": { feedback: { tokens_per_second: 0 } } },
  refuses: {
    "a negative speed": { feedback: { tokens_per_second: -1 } },
    "a speed above a million": { feedback: { tokens_per_second: 1e6 + 1 } },
  },
});

holdBoundaries("a preference of an existing client", {
  schema: CompatCreatePreferenceSchema,
  valid: {},
  takes: { "a null name": { name: null }, "a name of 200 characters": { name: characters(200) } },
  refuses: { "a name of 201 characters": { name: characters(201) }, "a name that is a number": { name: 7 } },
});

holdBoundaries("a model list of an existing client", {
  schema: CompatModelsQuerySchema,
  valid: {},
  takes: { "one provider": { provider: "openai" }, "several providers": { provider: ["openai", "google"] } },
  refuses: {
    "65 providers": { provider: Array.from({ length: 65 }, () => "openai") },
    "a provider that is too long": { provider: [characters(257)] },
  },
});
