// `npm run agents -- tasks`: each task as four clients send it, through the gateway as it is shipped and the engine with its shipped
// model. Easy work must go to a small model, hard work to a strong one.
import { join } from "node:path";

import { DEFAULT_CANDIDATES } from "../../../packages/gateway/src/settings/defaults.data.ts";
import { openTestGateway, post } from "../../../packages/gateway/test/open-test-gateway.ts";
import { HARNESSES } from "../../../packages/lab/src/protocols/judged/harness/harnesses.data.ts";
import {
  renderTask,
  type AgentRequest,
} from "../../../packages/lab/src/protocols/judged/harness/render-task.ts";
import { FRESH, JUDGED, LOOKED_AT, type AgentTask } from "./tasks.data.ts";

const TEXTS = join(import.meta.dirname, "../../../atlas/judged/harness");
const SMALL = /haiku|nano|mini/;

interface Sent {
  readonly path: string;
  readonly body: object;
  readonly headers: Readonly<Record<string, string>>;
}

type Content = readonly { readonly text: string }[] | string;
const partsOf = (content: unknown, type: string): object[] =>
  typeof content === "string"
    ? [{ type, text: content }]
    : ((content ?? []) as Exclude<Content, string>).map(({ text }) => ({ type, text }));

function asMessages({ messages: [system, ...messages], tools }: AgentRequest): Omit<Sent, "headers"> {
  const offered = tools.map((tool) => ({
    name: tool.function?.name,
    description: tool.function?.description,
    input_schema: tool.function?.parameters,
  }));
  return {
    path: "/v1/messages?beta=true",
    body: {
      system: partsOf(system?.content, "text"),
      messages,
      tools: offered,
      max_tokens: 32_000,
      stream: true,
    },
  };
}

function asResponses({ messages, tools }: AgentRequest): Omit<Sent, "headers"> {
  const input = messages.map(({ role, content }) => ({
    type: "message",
    role,
    content: partsOf(content, "input_text"),
  }));
  const offered = tools.map((tool) => ({ type: "function", ...tool.function }));
  return { path: "/v1/responses", body: { input, tools: offered, store: false, stream: true } };
}

const asChat = ({ messages, tools }: AgentRequest): Omit<Sent, "headers"> => ({
  path: "/v1/chat/completions",
  body: { messages, tools, stream: true, stream_options: { include_usage: true } },
});

const FORMS = { "claude-code": asMessages, codex: asResponses } as const;
const SESSION: Readonly<Record<string, string>> = {
  "claude-code": "x-claude-code-session-id",
  codex: "thread-id",
  opencode: "x-session-id",
};

interface Judged {
  readonly client: string;
  readonly task: AgentTask;
  readonly label: string;
  readonly isRight: boolean;
}

/** @param dials default: those of a gateway without any setting */
export async function judgeTasks(
  tasks: readonly AgentTask[],
  dials: { readonly dial?: number; readonly hard_dial?: number } = {},
): Promise<readonly Judged[]> {
  const judged: Judged[] = [];
  for (const harness of HARNESSES) {
    const vendor = harness.name === "claude-code" ? "anthropic/" : "openai/";
    const candidates = DEFAULT_CANDIDATES.filter((label) => label.startsWith(vendor));
    const open = await openTestGateway({ flags: { candidates, ...dials } });
    const form = FORMS[harness.name as keyof typeof FORMS] ?? asChat;
    for (const [index, task] of tasks.entries()) {
      const { path, body } = form(renderTask(TEXTS, harness, [`U: ${task.words}`]));
      const header = SESSION[harness.name];
      await (
        await post(
          open,
          path,
          { model: "auto", ...body },
          header === undefined ? {} : { [header]: `${index}` },
        )
      ).arrayBuffer();
      const label = open.entries.at(-1)?.label ?? "";
      judged.push({
        client: harness.name,
        task,
        label,
        isRight: SMALL.test(label) === (task.kind === "easy"),
      });
    }
    await open.close();
  }
  return judged;
}

const shareOf = (judged: readonly Judged[]): string => {
  const right = judged.filter(({ isRight }) => isRight).length;
  return `${right} of ${judged.length} (${((100 * right) / judged.length).toFixed(1)} %)`;
};

export function renderJudged(judged: readonly Judged[]): string {
  const lines = [...Map.groupBy(judged, ({ client }) => client)].map(([client, own]) => {
    const [easy, hard] = (["easy", "hard"] as const).map((kind) =>
      shareOf(own.filter(({ task }) => task.kind === kind)),
    );
    return `| ${client} | ${easy} | ${hard} |`;
  });
  const wrong = judged.filter(({ isRight }) => !isRight);
  return [
    "| client | easy to a small model | hard to a strong one |",
    "|---|---|---|",
    ...lines,
    `all: ${shareOf(judged)}`,
    ...wrong.map(
      ({ client, task, label }) => `  ${client}: ${task.kind} to ${label}: ${task.words.slice(0, 80)}`,
    ),
    "",
  ].join("\n");
}

const DIALS = [
  { dial: 5 },
  { dial: 5.5 },
  { dial: 6 },
  { dial: 6, hard_dial: 5 },
  { dial: 7, hard_dial: 4 },
  { dial: 8, hard_dial: 3 },
  { dial: 9, hard_dial: 2 },
];

/** Dials on the tasks that were looked at, then the shipped ones on the tasks that judge them. */
export async function runTasks(): Promise<boolean> {
  for (const dials of DIALS)
    process.stdout.write(
      `looked at, ${JSON.stringify(dials)}: ${shareOf(await judgeTasks(LOOKED_AT, dials))}\n`,
    );
  const judged = await judgeTasks(JUDGED);
  process.stdout.write(`\nJudged, as shipped:\n${renderJudged(judged)}`);
  const fresh = await judgeTasks(FRESH);
  process.stdout.write(`\nFresh, as shipped:\n${renderJudged(fresh)}`);
  return [judged, fresh].every((all) => all.filter(({ isRight }) => isRight).length >= 0.95 * all.length);
}
