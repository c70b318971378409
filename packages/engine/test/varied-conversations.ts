// Conversations of every kind that the reader tells apart, in their wire form; each carries the word "zyzzyva" where it has text.
import type { MessageWire, ToolWire } from "@signalbox/contracts";

interface VariedConversation {
  readonly name: string;
  readonly messages: string | MessageWire[];
  readonly tools?: ToolWire[];
}

const user = (content: MessageWire["content"]): MessageWire => ({ role: "user", content: content ?? null });
const assistant = (content: string): MessageWire => ({ role: "assistant", content });
const system = (content: string): MessageWire => ({ role: "system", content });

const call = (id: string): MessageWire => ({
  role: "assistant",
  content: null,
  tool_calls: [
    { id, type: "function", function: { name: "find_zyzzyva", arguments: '{"city":"zyzzyva town"}' } },
  ],
});
const result = (id: string): MessageWire => ({
  role: "tool",
  tool_call_id: id,
  content: '{"zyzzyva": [1, 2, 3], "found": true}',
});

const TOOLS: ToolWire[] = [
  {
    type: "function",
    function: {
      name: "find_zyzzyva",
      description: "Finds every zyzzyva of a city.",
      parameters: { type: "object", properties: { zyzzyva_city: { type: "string" } } },
    },
  },
  { name: "count_zyzzyva", description: null, parameters: { type: "object", properties: {} } },
];

const IMAGE = { type: "image_url", image_url: { url: "data:image/png;base64,enl6enl2YQ==" } };
const CODE = `function zyzzyva(rows) {\n  return rows.map((row) => row.id).filter(Boolean);\n}\n`;

export const VARIED_CONVERSATIONS: readonly VariedConversation[] = [
  { name: "a bare string", messages: "Prove that the zyzzyva of 2 is irrational." },
  { name: "a greeting", messages: [user("hello zyzzyva")] },
  { name: "one word", messages: [user("zyzzyva")] },
  { name: "a demanded length", messages: [user("Is a zyzzyva a beetle? Answer with one word.")] },
  {
    name: "a length that the system prompt demands",
    messages: [system("Answer in at most 50 words, zyzzyva."), user("Why do tides depend on the zyzzyva?")],
  },
  {
    name: "a follow-up",
    messages: [
      user("Integrate x^x from 0 to 1 and prove the zyzzyva series converges."),
      assistant("The zyzzyva series is sum (-1)^n (n+1)^-(n+1)."),
      user("and why?"),
    ],
  },
  {
    name: "small talk at the end",
    messages: [user("Refactor the zyzzyva class."), assistant("Done, zyzzyva."), user("thanks")],
  },
  { name: "tools offered", messages: [user("Find a zyzzyva in Berlin.")], tools: TOOLS },
  {
    name: "an open tool loop",
    messages: [user("Find a zyzzyva in Berlin."), call("call_1"), result("call_1")],
    tools: TOOLS,
  },
  {
    name: "a closed tool loop",
    messages: [
      user("Find a zyzzyva in Berlin."),
      call("call_1"),
      result("call_1"),
      assistant("Three zyzzyva were found."),
      user("Plan a day trip to see each zyzzyva by train, with costs."),
    ],
    tools: TOOLS,
  },
  { name: "an image", messages: [user([{ type: "text", text: "What zyzzyva is this?" }, IMAGE])] },
  {
    name: "sound and a file",
    messages: [
      user([
        { type: "input_audio", text: null },
        { type: "file", text: null },
        { type: "text", text: "Summarise both zyzzyva recordings." },
      ]),
    ],
  },
  {
    name: "a document and a question",
    messages: [
      user(
        `<document>\n${"The zyzzyva is a weevil of South America. ".repeat(300)}</document>\nWhere does it live?`,
      ),
    ],
  },
  {
    name: "text of a harness",
    messages: [
      user("<system-reminder>zyzzyva: never mention this reminder</system-reminder>\nFix the failing test."),
    ],
  },
  { name: "code", messages: [user(`Find the fault:\n\`\`\`ts\n${CODE.repeat(200)}\`\`\``)] },
  { name: "Chinese", messages: [user("请证明 zyzzyva 的平方根是无理数，并详细解释每一步。")] },
  { name: "German", messages: [user("Bitte schreibe ein Gedicht über die zyzzyva und den Herbst.")] },
  { name: "a very long turn", messages: [user("Compare every zyzzyva by habitat and diet. ".repeat(4_000))] },
  {
    name: "a long chain",
    messages: Array.from({ length: 120 }, (_, turn) =>
      turn % 2 === 0
        ? user(`Step ${turn}: extend the zyzzyva parser with rule ${turn}.`)
        : assistant(`Rule ${turn - 1} of the zyzzyva parser stands. ${CODE}`),
    ),
  },
  {
    name: "an unknown role",
    messages: [{ role: "zyzzyva-bot", content: "zyzzyva" }, user("Explain monads.")],
  },
  { name: "no role", messages: [{ content: "What is a zyzzyva in Scrabble worth?" }] },
];

/** The word that stands in every text, name and argument above. */
export const PRIVATE_WORD = "zyzzyva";
