// Requests made to be slow: pieces that the readers of the engine look for, repeated, broken off, nested and mixed, in sizes up
// to the largest body.
// Requests whose shape is made to be slow: members, items, parts, names and faults without end, in every place of a body that holds
// lists or objects. Most of them are refused, and a refusal counts with the time that it took.

/** The largest of them is about 2 MB. */
const COUNTS = [3, 60, 500, 2_000, 5_000, 18_000, 60_000, 160_000];
const BYTES_MAX = 2_400_000;

export interface HostileShape {
  readonly name: string;
  readonly bytes: Buffer;
}

type Fill = (index: number) => unknown;

export function createHostileShapes(random: () => number): () => HostileShape {
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T;
  let names = 0;
  const members = (count: number): object => {
    const isNew = random() < 0.5;
    const stem = pick(["unknown_", "mesages", "rol", "context_lenght", "x"]);
    return Object.fromEntries(
      Array.from({ length: count }, (_, index) => [`${stem}${isNew ? (names += 1) : ""}_${index}`, 1]),
    );
  };
  const items = (count: number, fill: Fill): unknown[] =>
    Array.from({ length: count }, (_, index) => fill(index));
  const odd = (): unknown => pick([{}, [], 7, null, "", "text", { type: 1 }, { role: 1, content: 2 }]);
  const part = (): unknown =>
    pick([
      { type: "text", text: "x" },
      { type: "txt", text: 7 },
      "x",
      {},
      { type: "tool_result", content: ["x"] },
    ]);
  const turn = (count: number): unknown => ({
    role: pick(["user", "usre", 7]),
    content: random() < 0.5 ? items(count, part) : "x",
    ...(random() < 0.5 ? members(Math.min(count, 90)) : {}),
    ...(random() < 0.2 ? { tool_calls: items(count, odd) } : {}),
  });
  const candidate = (count: number): Fill => {
    const attributes = random() < 0.5 ? { modalities: items(count, odd), benchmarks: members(count) } : {};
    return (index) => pick([odd(), { model: `m/${index}`, price: pick([1, -1, "x"]), attributes }]);
  };
  return () => {
    const [count, inner] = [pick(COUNTS), pick(COUNTS)];
    const each = Math.max(1, Math.min(inner, Math.floor(120_000 / count)));
    const whole = { messages: "x" as unknown, llm_providers: [{ model: "m/x" }] as unknown };
    const places: Readonly<Record<string, () => object>> = {
      members: () => members(count),
      messages: () => ({ messages: items(count, () => (random() < 0.1 ? odd() : turn(each))) }),
      parts: () => ({ messages: [{ role: "user", content: items(count, random() < 0.5 ? part : odd) }] }),
      candidates: () => ({ llm_providers: items(count, candidate(Math.min(each, 50))) }),
      tools: () => ({ tools: items(count, () => pick([odd(), { name: "f", parameters: members(each) }])) }),
      include: () => ({ include: items(count, () => pick(["warnigs", 7])) }),
      format: () => ({ response_format: members(count) }),
      thinking: () => ({ thinking: members(count), reasoning: members(count) }),
    };
    const name = pick(Object.keys(places));
    const body = JSON.stringify({ ...whole, ...places[name]?.() });
    return body.length > BYTES_MAX
      ? { name: "members", bytes: Buffer.from(JSON.stringify({ ...whole, ...members(count) })) }
      : { name: `${name}, ${count} of ${each}`, bytes: Buffer.from(body) };
  };
}

/** Characters of a text as clients of different languages write them in JSON. */
const ENCODED: readonly string[] = [
  "\\ud83d",
  "\\ud83d\\ude00",
  "\\u4f60",
  "\\u0041",
  "\\n",
  "\\t",
  "\\/",
  '\\"',
  "\\\\",
  "\\u0022",
  "你",
  "😀",
  "é",
  "a ",
  "x",
];
const TEXT_BYTES_MAX = 8_000_000;

/** One text of up to 8 MB in one or two encodings by turns: the reading of its bytes is what costs. */
export function createEncodedTexts(random: () => number): () => HostileShape {
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T;
  return () => {
    const unit = pick(ENCODED).repeat(1 + Math.floor(random() * 8)) + (random() < 0.5 ? pick(ENCODED) : "");
    const bytesMax = random() < 0.5 ? TEXT_BYTES_MAX : TEXT_BYTES_MAX / 8;
    const text = unit.repeat(Math.floor(bytesMax / Buffer.byteLength(unit)));
    const space = random() < 0.1 ? " ".repeat(100_000) : "";
    const body = `{"messages":${space}[{"role":"user","content":"${text}"}],"llm_providers":[{"model":"m/x"}]}`;
    return { name: `text of ${JSON.stringify(unit.slice(0, 24))}`, bytes: Buffer.from(body) };
  };
}

/** Words that the readers recognise, and characters that patterns take by the run. */
const PIECES: readonly string[] = [
  "Contents of ", "CLAUDE.md", "AGENTS.local.md", "# claudeMd\n", "# AGENTS.md ", "#", "## ", "\n# x\n",
  "Working directory: ", "Platform", "Shell:", "- ", "<user_query>and?</user_query>", "<document>", "</document>", "<a", "<",
  ">", "</", "<system-reminder>", "```", "```js\n", "data:image/png;base64,", "QUJD".repeat(12), "Question:", "\nTask :",
  "answer with only one letter ", "say only ", "with ", "the letter", "yes or no?", "answer: a\n", "in two sentences", "1-2 ",
  "99999", "explain ", "don't ", "without ", "please ", "hello, ", "thanks! ", "请", "谢谢", "回答", "ください", "ответь ", "é", "İ",
  "ﷺ", "\u0301", "a\u0301", "👩‍👩‍👧‍👦", "\u200b", "\u202e", " ", "\t", "\n", "\r\n", "\n\n", "\u2028", "x", "0", "'", '"', ".", "?", "。",
  "…", "$", "{", "}", "[", "]", "\\", "_", "-", "and now in French", "mistypd wrods ", "superfluous", "http://a.b/c?d=e&",
]; // prettier-ignore
const SIZES = [20, 200, 2_000, 6_000, 20_000, 48_000, 60_000, 400_000, 2_000_000, 7_800_000];
const PATTERNS = [
  "*a*a*a*b",
  `*${"a".repeat(250)}b`,
  "*?*?*?*?*",
  "?".repeat(200),
  "*".repeat(256),
  "openai/*",
  "x*",
];

export interface HostileRequest {
  readonly texts: readonly string[];
  readonly body: unknown;
  readonly policy: unknown;
}

interface Turn {
  readonly role: string;
  readonly content: string;
}

/** The same with a sign at the end of every text: nothing that the engine remembers of the first answers the second. */
export function marked({ texts, body, policy }: HostileRequest, sign: string): HostileRequest {
  const { messages, ...rest } = body as { readonly messages: readonly Turn[] };
  const signed = messages.map((message) => ({ role: message.role, content: `${message.content}${sign}` }));
  return { texts, body: { ...rest, messages: signed }, policy };
}

interface HostileRequests {
  next(): HostileRequest;
  /** The same request with one of its texts changed. */
  change(request: HostileRequest): HostileRequest;
}

export function createHostileRequests(random: () => number): HostileRequests {
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T;
  const upTo = (max: number): number => Math.floor(random() * max);
  const pump = (chars: number): string => {
    const unit = Array.from({ length: 1 + upTo(3) }, () => pick(PIECES)).join("");
    return unit.repeat(Math.max(1, Math.floor(chars / unit.length)));
  };
  const text = (chars: number): string => {
    const parts = Array.from({ length: 1 + upTo(4) }, () =>
      random() < 0.4 ? pick(PIECES).repeat(1 + upTo(40)) : pump(chars / (1 + upTo(4))),
    );
    return parts.join(random() < 0.3 ? "\n" : "").slice(0, chars);
  };
  const build = (texts: readonly string[]): HostileRequest => {
    const roles = ["user", "user", "user", "assistant", "system"];
    const count = 1 + upTo(random() < 0.2 ? 200 : 5);
    const long = random() < 0.3;
    const label = (index: number): string => (long ? `${index}`.padStart(250, "a") : `m${index}`);
    const llm_providers = Array.from({ length: count }, (_, index) => ({
      provider: "openai",
      model: label(index),
      ...(random() < 0.2 ? { attributes: { tags: ["eu", "us"], note: "x".repeat(upTo(600)) } } : {}),
    }));
    const messages = texts.map((content) => ({ role: pick(roles), content }));
    const tools =
      random() < 0.2 ? [{ name: "f", description: text(5_000), parameters: { a: text(2_000) } }] : [];
    const rules = Array.from({ length: random() < 0.2 ? upTo(100) : 0 }, (_, index) => ({
      label: `${index}${pick(PATTERNS)}`.slice(0, 256),
      model: pick(PATTERNS),
    }));
    return { texts, body: { messages, llm_providers, tools }, policy: { deny: rules } };
  };
  return {
    next: () => {
      const total = pick(SIZES);
      const turns = random() < 0.5 ? 1 : 1 + upTo(8);
      return build(Array.from({ length: turns }, () => text(Math.floor(total / turns))));
    },
    change: ({ texts }) => {
      const changed = upTo(texts.length);
      const edit = (content: string): string => {
        const at = upTo(content.length);
        const size = pick(SIZES.slice(0, 7));
        return random() < 0.5 ? content.slice(0, at) + text(size) + content.slice(at) : content + pump(size);
      };
      return build(
        texts.map((content, index) => (index === changed ? edit(content).slice(0, 7_800_000) : content)),
      );
    },
  };
}

/** Sizes and beginnings, for a report. */
export function describe({ texts }: HostileRequest): string {
  return texts
    .map((content) => `${content.length} chars ${JSON.stringify(content.slice(0, 40))}`)
    .join(", ")
    .slice(0, 240);
}
