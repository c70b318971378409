// The bodies of fifteen attacks: shapes of a request, each at most 2.4 MB, that once cost seconds of the event loop, and such ones
// that stay just below every bound.

interface AttackBody {
  readonly name: string;
  readonly path: string;
  readonly body: string;
}

const SELECT = "/api/v1/model-select";
const MESSAGES = [{ role: "user", content: "x" }];
const PROVIDERS = [{ provider: "openai", model: "gpt-5" }];

const times = <T>(count: number, make: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, index) => make(index));
const members = (count: number, stem = "unknown"): object =>
  Object.fromEntries(times(count, (index) => [`${stem}_${index}`, 1]));
const parts = (count: number, part: object): object => ({
  messages: [{ role: "user", content: times(count, () => part) }],
});

const otherNames = (count: number): object => ({
  messages: [
    { role: "user", content: times(count, (at) => ({ type: "text", text: "x", ...members(30, `u${at}`) })) },
  ],
});

const BODIES: Readonly<Record<string, object>> = {
  "160,000 unknown members": members(160_000),
  "18,000 unknown members": members(18_000),
  "2,000 messages of 90 unknown members": {
    messages: times(2_000, () => ({ ...MESSAGES[0], ...members(90, "u") })),
  },
  "2,000 messages of 7 unknown members": {
    messages: times(2_000, (turn) => ({ ...MESSAGES[0], ...members(7, `u${turn}`) })),
  },
  "90,000 empty candidates": { llm_providers: times(90_000, () => ({})) },
  "200 candidates of 50 unknown members": {
    llm_providers: times(200, (index) => ({ model: `m${index}`, ...members(50, "u") })),
  },
  "200 candidates of 31 unknown members": {
    llm_providers: times(200, (index) => ({ model: `m${index}`, ...members(31, "u") })),
  },
  "512 parts of 30 members, each of another name": otherNames(512),
  "130 parts of 30 members, each of another name": otherNames(130),
  "90,000 empty messages": { messages: times(90_000, () => ({})) },
  "2,000 faulty messages": { messages: times(2_000, () => ({ role: 1, content: 2 })) },
  "90,000 empty tools": { tools: times(90_000, () => ({})) },
  "60,000 parts of text": parts(60_000, { type: "text", text: "x" }),
  "5,000 faulty parts": parts(5_000, { type: 1, text: 2 }),
};

/** Fourteen against decisions, and the first of them against the playground. */
export const ATTACK_BODIES: readonly AttackBody[] = [
  ...Object.entries(BODIES).map(([name, body]) => ({ name, path: SELECT, body })),
  { name: "160,000 unknown members, playground", path: "/api/v1/playground", body: members(160_000) },
].map(({ name, path, body }) => ({
  name,
  path,
  body: JSON.stringify({ messages: MESSAGES, llm_providers: PROVIDERS, ...body }),
}));
