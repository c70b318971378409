// Requests made to be slow: pieces that the readers of the engine look for, repeated, broken off, nested and mixed, in sizes up
// to the largest body.

/** What the readers recognise, and characters that patterns take by the run. */
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

export interface HostileRequests {
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
