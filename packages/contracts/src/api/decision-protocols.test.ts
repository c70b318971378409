// Both decision protocols at their bounds.
import { characters, holdBoundaries, items } from "../boundaries.suite.ts";
import { DecisionsRequestSchema, SystemOneRequestSchema } from "./decision-protocols.ts";

const choice = { type: "choice", choices: [{ value: "weak" }, { value: "strong" }] };

holdBoundaries("a Decisions request", {
  schema: DecisionsRequestSchema,
  valid: { model: "any", input: "Hello", questions: [choice] },
  takes: {
    "messages with text and image parts": {
      input: [
        {
          type: "message",
          role: "user",
          content: [
            { type: "input_text", text: "a" },
            { type: "input_image", image_url: "data:,", detail: "low" },
          ],
        },
      ],
    },
    "128 questions": { questions: items(128, choice) },
    "200 choices": { questions: [{ ...choice, choices: items(200, { value: "a" }) }] },
    "names of 256 characters": { questions: [{ ...choice, name: characters(256) }] },
    "types that are refused in words": { questions: [{ type: "predicate" }, { type: "score", levels: [] }] },
    "members of other hosts": { safety_identifier: "user-1", prompt_cache: {} },
  },
  refuses: {
    "no input": { input: undefined },
    "an empty input": { input: "" },
    "no questions": { questions: [] },
    "129 questions": { questions: items(129, choice) },
    "one choice": { questions: [{ ...choice, choices: [{ value: "a" }] }] },
    "201 choices": { questions: [{ ...choice, choices: items(201, { value: "a" }) }] },
    "a value of 257 characters": {
      questions: [{ ...choice, choices: [{ value: characters(257) }, { value: "a" }] }],
    },
    "a number as a value": { questions: [{ ...choice, choices: [{ value: 1 }, { value: 2 }] }] },
    "another type": { questions: [{ type: "box" }] },
    "2001 messages": { input: items(2001, { content: "a" }) },
  },
});

const criteria = { weak: "easy work", strong: null };

holdBoundaries("a System One request", {
  schema: SystemOneRequestSchema,
  valid: { model: "any", state: "Hello", questions: { route: { type: "choice", criteria } } },
  takes: {
    "no model": { model: undefined },
    "a record as state": { state: { ticket: "late" } },
    "a list as state": { state: ["a"] },
    "structured instructions": { questions: { route: { type: "choice", instructions: { a: 1 }, criteria } } },
    "types that are refused in words": {
      questions: { a: { type: "noul" }, b: { type: "score", criteria: items(10, "level") } },
    },
    "members of other hosts": { beam_width: 4 },
  },
  refuses: {
    "no state": { state: undefined },
    "an empty state": { state: "" },
    "an empty list": { state: [] },
    "an empty record": { state: {} },
    "no questions": { questions: {} },
    "129 questions": {
      questions: Object.fromEntries(items(129, "").map((_, at) => [`q${at}`, { type: "choice", criteria }])),
    },
    "201 labels": {
      questions: {
        route: {
          type: "choice",
          criteria: Object.fromEntries(items(201, "").map((_, at) => [`m${at}`, ""])),
        },
      },
    },
    "another type": { questions: { route: { type: "box" } } },
    "11 levels": { questions: { route: { type: "score", criteria: items(11, "level") } } },
  },
});
