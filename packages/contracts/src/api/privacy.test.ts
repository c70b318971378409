// One person's decisions: which are chosen, and that nothing is erased that was not counted.
import { characters, holdBoundaries } from "../boundaries.suite.ts";
import { SELECT_LIMITS } from "../select/limits.ts";
import {
  PrivacyCountSchema,
  PrivacyEraseSchema,
  PrivacyErasedSchema,
  PrivacySelectionSchema,
} from "./privacy.ts";

const AT = "2026-01-31T12:00:00Z";

holdBoundaries("a selection of decisions", {
  schema: PrivacySelectionSchema,
  valid: { subject: "customer-4711" },
  takes: {
    "the longest subject": { subject: characters(SELECT_LIMITS.subjectCharsMax) },
    "sessions beside the subject": { session_ids: ["s1", "s2"] },
    "the decisions of a key in a time": { key_id: "k", from: AT, to: AT },
  },
  refuses: {
    "an empty subject": { subject: "" },
    "a subject beyond the longest": { subject: characters(SELECT_LIMITS.subjectCharsMax + 1) },
    "an empty list of sessions": { session_ids: [] },
    "more than a hundred sessions": { session_ids: Array.from({ length: 101 }, (_, at) => `s${at}`) },
    "a time in words": { from: "yesterday" },
    "a misspelt member, which would choose more than was meant": { subjects: "customer-4711" },
  },
});

holdBoundaries("an erasure", {
  schema: PrivacyEraseSchema,
  valid: { subject: "customer-4711", to: AT, decisions: 12 },
  takes: { "a single decision": { decisions: 1 } },
  refuses: {
    "no count": { decisions: undefined },
    "a count of none": { decisions: 0 },
    "no end of what was counted": { to: undefined },
    "a misspelt member": { sessions: ["s1"] },
  },
});

holdBoundaries("a count of decisions", {
  schema: PrivacyCountSchema,
  valid: { decisions: 12, first_at: AT, last_at: AT, to: AT, left_out: 2 },
  takes: { "none at all": { decisions: 0, first_at: null, last_at: null } },
  refuses: { "less than none": { decisions: -1 }, "an answer without the end to erase up to": { to: null } },
});

holdBoundaries("what was erased", {
  schema: PrivacyErasedSchema,
  valid: { decisions: 12, feedback: 3, remaining: 0, left_out: 0 },
  takes: { "a call that did not finish": { remaining: 88 } },
  refuses: { "half a decision": { decisions: 0.5 }, "less than nothing left": { remaining: -1 } },
});
