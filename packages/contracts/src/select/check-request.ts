// Says what is wrong with a routing request, place by place, in words that say what to send instead. The schema alone decides what
// is wrong: a place without words here gets those of the schema.
import type { Static, TSchema } from "typebox";

import type { FieldError } from "../errors.ts";
import { isRecord } from "../values.ts";
import { compileSchema, type CompiledSchema } from "../validation/compile-schema.ts";
import type { FaultWords } from "../validation/describe-fault.ts";
import { CALL_ROLES } from "../task.ts";
import { TAG_WORDS } from "../tags.ts";
import { SELECT_LIMITS } from "./limits.ts";
import { SelectRequestSchema, type SelectRequestWire } from "./request.ts";

const MESSAGES_FIX = 'Send `[{ "role": "user", "content": "..." }]`.';
const PROVIDERS_FIX = 'Send `[{ "provider": "openai", "model": "gpt-6.2-sol" }, ...]`.';
const ID_FIX = "Send the id as it was given.";
const READER_FIX = "Send what the content reader made, unchanged.";
const PERCENT = { fix: "Divide percentages by 100." };
const USD = {
  message: `It must be a number from 0 to ${SELECT_LIMITS.usdPerMTokMax}.`,
  fix: "Send USD per 1M tokens, or leave it out when unknown.",
};
const FLAG = { message: "It must be true or false.", fix: "Send a boolean." };
const DIAL = { message: "It must be a number from 0 to 10.", fix: "Correct it or leave it out." };
const UNKNOWN = { fix: "Correct it, or leave it out when unknown." };

/** The candidates have the same words under both of their names. */
const candidateWords = (list: string): FaultWords => ({
  [list]: { message: "The candidates must be an array.", fix: PROVIDERS_FIX },
  [`${list}[]`]: {
    message: "A candidate must be an object, or the name of a model.",
    fix: "Send provider and model.",
  },
  [`${list}[].price`]: USD,
  [`${list}[].input_price`]: USD,
  [`${list}[].output_price`]: USD,
  [`${list}[].latency`]: {
    message: `It must be a number from 0 to ${SELECT_LIMITS.latencySMax}.`,
    fix: "Send seconds to a whole answer.",
  },
  [`${list}[].context_length`]: UNKNOWN,
  [`${list}[].attributes`]: { message: "The attributes must be an object.", fix: "Send name-value pairs." },
  [`${list}[].attributes.context_length`]: UNKNOWN,
  [`${list}[].attributes.max_output_tokens`]: UNKNOWN,
  [`${list}[].attributes.tokens_per_second`]: UNKNOWN,
  [`${list}[].attributes.time_to_first_token`]: UNKNOWN,
  [`${list}[].attributes.quality`]: PERCENT,
  [`${list}[].attributes.benchmarks.*`]: PERCENT,
  [`${list}[].attributes.modalities`]: {
    message: "The modalities must be an array of names.",
    fix: 'Send an array such as ["text", "image"].',
  },
  [`${list}[].attributes.benchmarks`]: {
    message: `Benchmarks are at most ${SELECT_LIMITS.benchmarksMax} scores by name.`,
    fix: 'Send scores from 0 to 1, such as { "mmlu_pro": 0.78 }.',
  },
});

const WORDS: FaultWords = {
  messages: {
    message: "The conversation must be a string or an array of messages.",
    fix: MESSAGES_FIX,
  },
  "messages[]": { message: "A message must be an object or a string.", fix: MESSAGES_FIX },
  "messages[].role": { message: "The role must be a string.", fix: 'Send "user", "assistant" or another.' },
  "messages[].content": {
    message: "The content must be a string, an array of parts, or null beside tool_calls.",
    fix: "Send the text of the turn as a string.",
  },
  input: { message: "The input must be a string or an array of items.", fix: MESSAGES_FIX },
  "input[]": { message: "An item must be an object or a string.", fix: MESSAGES_FIX },
  system: {
    message: "It must be a string, or an array of blocks of text.",
    fix: "Send the text as a string.",
  },
  instructions: { message: "The instructions must be a string.", fix: "Send the text as a string." },
  ...candidateWords("llm_providers"),
  ...candidateWords("models"),
  tools: { message: "The tools must be an array.", fix: "Send an array of functions." },
  "tools[]": { message: "A tool must be an object.", fix: "Send name, description and parameters." },
  "tools[].type": {
    message: "The type of a tool must be a string.",
    fix: 'Send "function", or leave it out.',
  },
  "tools[].input_schema": { message: "The schema must be an object.", fix: "Send a JSON Schema object." },
  "tools[].parameters": { message: "The parameters must be an object.", fix: "Send a JSON Schema object." },
  tradeoff: {
    message: "This tradeoff is not known.",
    fix: 'Send "cost", "latency", "quality", or leave it out for best quality.',
  },
  cost_quality_tradeoff: DIAL,
  hard_cost_quality_tradeoff: DIAL,
  max_loss_points: {
    message: "It must be a number from 0 to 100.",
    fix: "Send points of success, such as 2, or leave it out.",
  },
  usd_per_point: {
    message: "It must be a number from 1e-9 to 1000000.",
    fix: "Send the dollars that a point of success is worth, such as 0.001, or leave it out.",
  },
  max_model_depth: {
    message: "It must be a whole number from 1 to 2147483647.",
    fix: "Correct it or leave it out.",
  },
  preference_id: { message: "It must be a string of at most 128 characters.", fix: ID_FIX },
  previous_session: { message: "It must be a string of at most 128 characters.", fix: ID_FIX },
  subject: {
    message: `It must be a string of at most ${SELECT_LIMITS.subjectCharsMax} characters.`,
    fix: "Send an id of the person, or leave it out.",
  },
  ...TAG_WORDS,
  content_features: { message: "The features must be an object.", fix: READER_FIX },
  "content_features.*": { fix: READER_FIX },
  "content_features.tokens.*": { fix: READER_FIX },
  call_role: { message: "This role is not known.", fix: `Send ${CALL_ROLES.join(", ")}, or leave it out.` },
  allow_shut_down: FLAG,
  hash_content: FLAG,
  find_session: FLAG,
  strict: FLAG,
  include: {
    message: "It must be a list of names.",
    fix: `Send a list such as ["explanation", "ranking"].`,
  },
};

const TOO_MANY_MEMBERS: FieldError = {
  location: "body",
  message: `It has more than ${SELECT_LIMITS.membersMax} members.`,
  fix: "Send those that the reference page shows.",
};
const tooManyOfCandidates = (location: string): FieldError => ({
  location,
  message: `The candidates have more than ${SELECT_LIMITS.candidateMembersTotalMax} members together.`,
  fix: "Leave out members that are not read, which warnings name, or send fewer candidates.",
});
const NO_OBJECT: FieldError = {
  location: "body",
  message: "The body must be a JSON object.",
  fix: "Send messages and llm_providers.",
};
/** The readers say it of a conversation that is null. */
export const NO_MESSAGES: FieldError = {
  location: "messages",
  message: "The conversation is missing.",
  fix: `${MESSAGES_FIX} The Responses API's \`input\` will do, too.`,
};

/** The list of candidates whose members are too many, counted before any is read. Too many candidates are for the schema to say. */
function crowdedListOf(body: Readonly<Record<string, unknown>>): string | undefined {
  const {
    candidateMembersTotalMax: totalMax,
    candidateMembersMax: membersMax,
    candidatesMax,
  } = SELECT_LIMITS;
  return ["llm_providers", "models"].find((field) => {
    const list = body[field];
    if (!Array.isArray(list) || list.length > candidatesMax || list.length * membersMax <= totalMax)
      return false;
    let members = 0;
    for (const candidate of list as unknown[]) {
      if (isRecord(candidate)) members += Object.keys(candidate).length;
      if (members > totalMax) return true;
    }
    return false;
  });
}

/** The body of a routing request, or of one with more members. A conversation is all that the schema itself needs. */
export function compileSelectBody<S extends TSchema>(schema: S): CompiledSchema<Static<S>> {
  const { isValid, faultsOf } = compileSchema(schema, "", { words: WORDS });
  return {
    isValid: (value): value is Static<S> =>
      (!isRecord(value) || crowdedListOf(value) === undefined) && isValid(value),
    faultsOf: (value) => {
      if (!isRecord(value)) return [NO_OBJECT];
      if (Object.keys(value).length > SELECT_LIMITS.membersMax) return [TOO_MANY_MEMBERS];
      const crowded = crowdedListOf(value);
      if (crowded !== undefined) return [tooManyOfCandidates(crowded)];
      const faults = faultsOf(value).filter(({ location }) => location !== "");
      return isValid(value) || hasConversation(value) ? faults : [NO_MESSAGES, ...faults];
    },
  };
}

const hasConversation = ({ messages, input }: Readonly<Record<string, unknown>>): boolean =>
  messages !== undefined || input !== undefined;

export const selectRequestBody: CompiledSchema<SelectRequestWire> = compileSelectBody(SelectRequestSchema);
