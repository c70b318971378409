// Decisions as a practitioner judged them: the request, the candidates, and which picks are accepted. Written by hand, never
// trained on. Each case says what it guards.
import {
  INVOICE,
  agentHarness,
  contradictingPassages,
  longChat,
  longDiff,
  retrievedPassages,
} from "./matter.ts";

export const MODELS = {
  sol: "openai/gpt-5.6-sol",
  luna: "openai/gpt-5.6-luna",
  opus: "anthropic/claude-opus-4.8",
  sonnet: "anthropic/claude-sonnet-5",
  haiku: "anthropic/claude-haiku-4.5",
  flash: "google/gemini-3.5-flash",
  deepseek: "deepseek/deepseek-v4-flash",
  oss: "openai/gpt-oss-20b",
  qwen: "qwen/qwen3.6-35b-a3b",
  sol6: "openai/gpt-6-sol",
  luna6: "openai/gpt-6-luna",
  opus55: "anthropic/claude-opus-5.5",
  flash38: "google/gemini-3.8-flash",
} as const;
export type ModelName = keyof typeof MODELS;

type Part = { type: "text"; text: string } | { type: "image_url"; image_url: { url: string } };
export interface Turn {
  readonly role: "system" | "user" | "assistant";
  readonly content: string | readonly Part[];
}

export interface JudgedCase {
  readonly name: string;
  readonly messages: readonly Turn[];
  readonly candidates: readonly ModelName[];
  readonly accepted: readonly ModelName[];
  readonly tradeoff: "cost" | "latency" | undefined;
  /** Sent first, in the same session. */
  readonly before?: readonly Turn[];
}

const NINE = ["sol", "luna", "opus", "sonnet", "haiku", "flash", "deepseek", "oss", "qwen"] as const;
const FOUR = ["sol", "luna", "haiku", "oss"] as const;
const NEWEST = ["sol6", "opus55", "flash38", "sonnet", "luna6", "opus"] as const;
const SMALL = ["oss", "qwen", "deepseek"] as const;
const LIGHT = [...SMALL, "luna", "haiku"] as const;
const STRONG = ["sol", "opus", "sonnet", "flash"] as const;
const THINKING = ["sol", "luna", "flash", "deepseek", "sonnet"] as const;

const PIXEL =
  "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";
const user = (content: Turn["content"]): Turn => ({ role: "user", content });
const picture = (text: string): Turn[] => [
  user([
    { type: "text", text },
    { type: "image_url", image_url: { url: PIXEL } },
  ]),
];
const underCost = (
  name: string,
  asked: string | readonly Turn[],
  accepted: readonly ModelName[],
): JudgedCase => ({
  name,
  messages: typeof asked === "string" ? [user(asked)] : asked,
  candidates: NINE,
  accepted,
  tradeoff: "cost",
});
const ofFour = (one: JudgedCase): JudgedCase => ({ ...one, candidates: FOUR });

const GROUP_CHAT = `Chat so far:
A: Let G be a finite group in which every Sylow subgroup is cyclic. Show G is metacyclic.
B: Start from Burnside's transfer theorem for the smallest prime p; a normal p-complement exists because N(P)/C(P) embeds in Aut(P).
A: And then induct on the complement? B: Yes, the quotient acts on a cyclic group, so the extension splits by Schur-Zassenhaus.`;
const QUESTION_RETURNS =
  "Question: how many days does a Premium customer have to return an opened product, and who pays for shipping?";
const INEQUALITY =
  "Let a, b, c be positive reals with a + b + c = 3. Prove that a/(1+b^2) + b/(1+c^2) + c/(1+a^2) >= 3/2, and find a sharp constant when 3 is replaced by any s > 0.";
const RIEMANN_EN =
  "Prove that a compact Riemann surface of genus g >= 2 has at most 84(g-1) automorphisms, and show that every automorphism acting trivially on H_1(X, Z/3) is the identity.";
const RIEMANN_JA =
  "種数 g >= 2 のコンパクトリーマン面の自己同型群の位数が高々 84(g-1) であることを証明し、さらに H_1(X, Z/3) に自明に作用する自己同型は恒等写像に限ることを示してください。";

const EVERYDAY: readonly JudgedCase[] = [
  underCost("a greeting", "hi", SMALL),
  underCost("thanks", "thanks, that helped a lot!", SMALL),
  underCost("a plain fact", "What is the capital of Australia?", SMALL),
  underCost("a two-digit product", "17x23?", SMALL),
  underCost(
    "a school problem",
    "A train leaves Leeds at 9:10 at 80 km/h, another leaves York, 40 km away, at 9:25 towards it at 100 km/h. When do they meet?",
    [...LIGHT],
  ),
  underCost("a first exercise in code", "write fizzbuzz in python", SMALL),
  underCost("a fact in Hindi", "ऑस्ट्रेलिया की राजधानी क्या है?", SMALL),
  underCost(
    "a sentence to translate",
    "Translate into French: The meeting has been moved to Thursday at ten.",
    LIGHT,
  ),
  underCost(
    "a label in one word",
    "Classify the ticket as billing, bug, feature or other. Answer with one word.\n\nTicket: I was charged twice for March, the second time after I had cancelled.",
    LIGHT,
  ),
  underCost(
    "the last of sixty turns points back",
    [...longChat(), user("ok and roughly what would that last one cost in total?")],
    LIGHT,
  ),
];

const MATHEMATICS: readonly JudgedCase[] = [
  underCost("an olympiad inequality", INEQUALITY, THINKING),
  underCost(
    "a theorem on groups",
    "Let G be a finite group of order p^a q^b with p, q primes. Without character theory, prove that G is solvable when a <= 2.",
    THINKING,
  ),
  underCost(
    "an answer of three digits",
    "Find the number of ordered triples (x, y, z) of positive integers at most 100 such that xy + yz + zx is divisible by 7 and x + y + z = 100. Give the integer.",
    [...THINKING, "qwen"],
  ),
  underCost(
    "a textbook proof in Chinese",
    "请证明：若数列单调递增且有上界，则该数列收敛。请写出完整步骤。",
    LIGHT,
  ),
  underCost(
    "a logic puzzle",
    "Five houses in a row, five nationalities, drinks, pets, colours and cars. The Brit lives in the red house. The Swede keeps dogs. The Dane drinks tea. The green house is left of the white one and its owner drinks coffee. The Fiat driver keeps birds. The man in the centre drinks milk. The Norwegian lives first, next to the blue house. The Kia driver lives next to the cat; the horse next to the Seat. The Opel driver drinks beer; the German drives a Dacia; the owner of the yellow house a Seat; the Kia driver has a neighbour who drinks water. Who keeps the fish?",
    ["deepseek", "qwen", "luna", "flash"],
  ),
  ofFour(underCost("a theorem on surfaces in Japanese", RIEMANN_JA, ["sol"])),
  ofFour(underCost("the same theorem in English", RIEMANN_EN, ["sol"])),
  {
    name: "an inequality among the newest models",
    messages: [user(INEQUALITY)],
    candidates: NEWEST,
    accepted: ["sol6", "opus55", "flash38", "luna6"],
    tradeoff: undefined,
  },
  {
    name: "a question about a proof in its session",
    before: [user(INEQUALITY)],
    messages: [
      user(INEQUALITY),
      {
        role: "assistant",
        content: "By the tangent line trick, a/(1+b^2) = a - ab^2/(1+b^2) >= a - ab/2 ...",
      },
      user("why is the second step true?"),
    ],
    candidates: NINE,
    accepted: ["sol", "luna", "opus", "sonnet", "flash", "deepseek"],
    tradeoff: "cost",
  },
];

const SOFTWARE: readonly JudgedCase[] = [
  underCost(
    "a query with a window",
    "PostgreSQL: table orders(id, customer_id, created_at, total). For each customer the running total by day and the rank of each day by revenue within the month.",
    ["luna", "haiku", "deepseek", "qwen", "flash"],
  ),
  underCost(
    "a pattern for dates",
    "regex that matches an ISO 8601 date like 2026-03-09 but not 2026-13-40",
    LIGHT,
  ),
  underCost(
    "the review of a long diff",
    `Review this diff for correctness. What would you block?\n\n\`\`\`diff\n${longDiff()}\n\`\`\``,
    STRONG,
  ),
  underCost(
    "a flaw in consensus",
    "Our Raft implementation sometimes loses a committed entry after two leader changes within one election timeout. followers reset votedFor when they see a higher term in AppendEntries, but persist it asynchronously. Explain the exact interleaving and the minimal fix.",
    STRONG,
  ),
  underCost(
    "an agent and a flaky race",
    agentHarness(
      "TestLeaseRenewal fails about once in 200 runs with -race: 'lease expired before renew'. The heap is re-ordered in renew() while expire() holds an index into it. find the root cause and fix it without a global lock",
    ),
    STRONG,
  ),
  underCost(
    "an agent and a rename",
    agentHarness("rename the variable cnt to leaseCount in consumer.go"),
    LIGHT,
  ),
  underCost(
    "an agent's topic title",
    [
      {
        role: "system",
        content:
          "Analyze if this message indicates a new conversation topic. If it does, extract a 2-3 word title. Reply with JSON: isNewTopic and title.",
      },
      user("why does my goroutine leak when the context is cancelled before the select"),
    ],
    [...SMALL, "haiku"],
  ),
  underCost(
    "a container that is killed",
    "Pod api-7c9 restarts with OOMKilled every ~40 min, limit 512Mi, Go service, heap profile shows 120Mi. RSS grows linearly. cgroup v2, GOMEMLIMIT not set. What do I check, in which order, and what is the likely cause?",
    [...STRONG, "luna", "deepseek", "haiku"],
  ),
  underCost(
    "the design of a ledger",
    "Design a multi-currency double-entry ledger for a marketplace: holds, partial refunds, chargebacks, 3,000 postings a second, exactly-once from Kafka, auditable for seven years. Schema, invariants, isolation level, hot accounts, migration from the present single balance column.",
    STRONG,
  ),
  {
    name: "a review in a hurry among the newest models",
    messages: [user(`Review this diff.\n\n\`\`\`diff\n${longDiff().slice(0, 6000)}\n\`\`\``)],
    candidates: NEWEST,
    accepted: ["sol6", "opus55", "flash38", "luna6"],
    tradeoff: "latency",
  },
];

const DOCUMENTS: readonly JudgedCase[] = [
  underCost(
    "a question on tagged passages",
    `<search_results>\n${retrievedPassages().join("\n")}\n</search_results>\n\n${QUESTION_RETURNS}`,
    LIGHT,
  ),
  underCost(
    "the same question on untagged Markdown",
    `${retrievedPassages()
      .map((text) => `- ${text}`)
      .join("\n")}\n\n${QUESTION_RETURNS}`,
    LIGHT,
  ),
  underCost(
    "passages that contradict each other",
    `${contradictingPassages()}\n\nUsing only these sources: which hotel limit and which rail class hold for a trip to Paris on 20 February 2026? Name every conflict and say which rule wins and why.`,
    [...THINKING],
  ),
  underCost(
    "fields of an invoice",
    `Extract into JSON {number, date, currency, net, vat, total, lines:[{text, qty, unit_price}]}:\n\n${INVOICE}`,
    LIGHT,
  ),
  underCost("an error on a screenshot", picture("what does this error mean and how do i fix it?"), [
    "qwen",
    "haiku",
    "luna",
    "flash",
  ]),
  underCost(
    "a chart read into a table",
    picture("Turn the bars of this chart into CSV with columns year,value."),
    ["qwen", "luna", "flash", "haiku", "sonnet"],
  ),
  ofFour(
    underCost("a title of six words", `${GROUP_CHAT}\n\nGive this conversation a title of six words.`, [
      "oss",
      "haiku",
    ]),
  ),
];

const WRITING_AND_ADVICE: readonly JudgedCase[] = [
  underCost(
    "a legal clause into Japanese",
    "Translate into precise legal Japanese: The Indemnifying Party shall hold the Indemnified Party harmless from any Losses arising out of a breach of Section 7.2, save to the extent such Losses are attributable to the gross negligence of the latter; this obligation survives termination for twenty-four months.",
    STRONG,
  ),
  underCost(
    "a letter to a landlord in German",
    "Schreib einen Brief an meinen Vermieter: seit drei Wochen Schimmel im Bad, zweimal telefonisch gemeldet, ich will 20 % Mietminderung ankündigen und eine Frist von 14 Tagen setzen. Höflich, aber bestimmt.",
    ["deepseek", "luna", "flash", "haiku", "sonnet"],
  ),
  underCost(
    "an explanation in Arabic",
    "اشرح لي ببساطة كيف يعمل محرك السيارة الكهربائية ولماذا لا يحتاج إلى علبة تروس.",
    LIGHT,
  ),
  underCost(
    "a letter in Swahili",
    "Niandikie barua rasmi kwa mkuu wa shule nikiomba ruhusa ya siku tatu kwa mtoto wangu ambaye ana sherehe ya familia huko Mbeya.",
    ["deepseek", "luna", "flash", "haiku", "sonnet"],
  ),
  underCost(
    "a strict form of verse",
    "Write a villanelle about a lighthouse keeper who misses the last boat. Keep the refrains word for word and iambic pentameter throughout.",
    ["sonnet", "opus", "sol", "flash", "luna"],
  ),
  underCost(
    "a chapter of three thousand words",
    "Write chapter one (3000 words) of a slow-burning mystery on a container ship; first person, the second engineer, no dialogue tags.",
    ["deepseek", "luna", "flash", "sonnet", "haiku"],
  ),
  underCost(
    "a question of medicine",
    "72-year-old on apixaban, eGFR 28, new atrial flutter, started on clarithromycin yesterday for pneumonia, troponin slightly raised, on simvastatin 40. Which interactions matter today, what would you change, what would you monitor?",
    STRONG,
  ),
  underCost(
    "a question of company law",
    "Delaware C-corp, 2 of 5 directors have an interest in a bridge round led by one of them at a down valuation. Which standard of review applies, how do MFW-style protections change it after the 2025 amendments of section 144, and what should the minutes contain?",
    STRONG,
  ),
];

export const JUDGED_CASES: readonly JudgedCase[] = [
  ...EVERYDAY,
  ...MATHEMATICS,
  ...SOFTWARE,
  ...DOCUMENTS,
  ...WRITING_AND_ADVICE,
];
