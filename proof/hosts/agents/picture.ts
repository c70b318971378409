// `npm run agents -- picture`: the gateway's lines of one session before a fake provider, decided by the real engine, as a picture of a
// terminal for the README.
import { writeFileSync } from "node:fs";
import { join } from "node:path";

import { callLine } from "../../../packages/gateway/src/index.ts";
import { openTestGateway, post } from "../../../packages/gateway/test/open-test-gateway.ts";

const FILE = join(import.meta.dirname, "../../../docs/pictures/gateway.svg");
const CANDIDATES = ["anthropic/claude-haiku-4-5", "anthropic/claude-sonnet-5", "anthropic/claude-opus-4-8"];
const HEADERS = { "x-claude-code-session-id": "picture" };
const TOOLS = [{ name: "Bash", input_schema: { type: "object", properties: {} } }];

const user = (content: string): object => ({ role: "user", content });
const assistant = { role: "assistant", content: "Done." };

interface Turn {
  readonly inputTokens: number;
  readonly body: object;
  readonly headers?: Readonly<Record<string, string>>;
}

const title = { format: { type: "json_schema", schema: { properties: { title: { type: "string" } } } } };
const FIRST = user("There is a typo in docs/setup.md: 'enviroment'. Fix it, please.");
const HARD = user(
  "Orders are sometimes charged twice when the payment webhook arrives while the client retries. Find out how that can happen and make " +
    "the whole path idempotent.",
);

const SESSION: readonly Turn[] = [
  { inputTokens: 900, body: { output_config: title, messages: [FIRST] } },
  { inputTokens: 18_400, body: { tools: TOOLS, messages: [FIRST] } },
  { inputTokens: 31_000, body: { tools: TOOLS, messages: [FIRST, assistant, HARD] } },
  {
    inputTokens: 9_200,
    body: { tools: TOOLS, messages: [user("List every place that calls the payment API.")] },
    headers: { "x-claude-code-agent-id": "1" },
  },
  {
    inputTokens: 44_700,
    body: {
      tools: TOOLS,
      messages: [FIRST, assistant, HARD, assistant, user("It still fails with the same error.")],
    },
  },
];

const escape = (text: string): string =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");

function draw(lines: readonly string[]): string {
  const width = 32 + Math.ceil(8.45 * Math.max(...lines.map(({ length }) => length)));
  const height = 24 + 22 * lines.length;
  const rows = lines.map((line, index) => {
    const color = line.startsWith("$") ? "#8fd3a8" : "#e6e6e6";
    return `<text x="14" y="${32 + 22 * index}" fill="${color}" xml:space="preserve">${escape(line)}</text>`;
  });
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img">`,
    `<title>signalbox gateway, one line for each call</title>`,
    `<rect width="100%" height="100%" rx="8" fill="#16181d"/>`,
    `<g font-family="ui-monospace, SFMono-Regular, Menlo, Consolas, monospace" font-size="14">`,
    ...rows,
    "</g>",
    "</svg>",
    "",
  ].join("\n");
}

export async function drawPicture(): Promise<void> {
  const gateway = await openTestGateway({ flags: { candidates: CANDIDATES } });
  for (const { inputTokens, body, headers } of SESSION) {
    gateway.provider.script = () => ({ text: "Done. ".repeat(60), inputTokens });
    await (
      await post(
        gateway,
        "/v1/messages",
        { model: "auto", max_tokens: 32_000, ...body },
        { ...HEADERS, ...headers },
      )
    ).arrayBuffer();
  }
  const lines = ["$ signalbox gateway", "", ...gateway.entries.map(callLine)];
  await gateway.close();
  writeFileSync(FILE, draw(lines));
  process.stdout.write(`${lines.join("\n")}\n`);
}
