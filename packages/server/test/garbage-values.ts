// Generated garbage of every kind: bytes, documents, values, texts, and members of a request for a decision.
import fc from "fast-check";

export const anyBytes = fc.uint8Array({ maxLength: 400 });

export const anyDocument = fc.json({ maxDepth: 6 });

export const anything = fc.anything({
  maxDepth: 4,
  withNullPrototype: false,
  withBigInt: false,
  withDate: false,
});

/** With more in it than blanks; not always well-formed. */
export const anyText = fc
  .string({ unit: "binary", minLength: 1, maxLength: 60 })
  .filter((text) => text.trim() !== "");

export const anyMember = fc.constantFrom(
  "messages",
  "llm_providers",
  "models",
  "tools",
  "max_model_depth",
  "tradeoff",
  "cost_quality_tradeoff",
  "preference_id",
  "hash_content",
  "previous_session",
  "include",
  "response_format",
);
