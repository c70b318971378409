// Recommendations as tools of the Model Context Protocol. Its stdio transport is one JSON-RPC message a line, so this file needs
// nothing but Node; standard output carries the protocol alone.
import { createInterface } from "node:readline";

const {
  SIGNALBOX_URL = "http://127.0.0.1:8787",
  SIGNALBOX_API_KEY = "",
  SIGNALBOX_MODELS = "",
} = process.env;
const VERSIONS = ["2025-06-18", "2025-03-26", "2024-11-05"];

/** @throws Error with what the service says is wrong, and the fix */
async function ask(path, body) {
  const headers = { authorization: `Bearer ${SIGNALBOX_API_KEY}`, "content-type": "application/json" };
  const url = `${SIGNALBOX_URL}/api/v1${path}`;
  const answer = await fetch(url, { method: "POST", headers, body: JSON.stringify(body) });
  const said = await answer.json();
  if (answer.ok) return said;
  const faults = (said.errors ?? []).map(({ location, message, fix }) => `${location}: ${message} ${fix}`);
  throw new Error([said.detail, ...faults].join("\n"));
}

const text = (description) => ({ type: "string", description });

const TOOLS = {
  recommend_model: {
    description:
      "Which language model to call for this task, with estimated success, dollars and seconds. Calls no model.",
    inputSchema: {
      type: "object",
      properties: {
        messages: text("The whole task: the recommendation is made from what it says."),
        models: { type: "array", items: text('"provider/model"'), description: "Models that may be called." },
        tradeoff: { type: "string", enum: ["cost", "latency"], description: "What to save on." },
        previous_session: text("The session_id of the turn before."),
      },
      required: SIGNALBOX_MODELS === "" ? ["messages", "models"] : ["messages"],
    },
    run: async ({ models = SIGNALBOX_MODELS.split(","), ...request }) => {
      const llm_providers = models.map((model) => ({ model }));
      const answer = await ask("/model-select", { ...request, llm_providers, include: ["explanation"] });
      const ranking = answer.explanation.ranking.map(({ label, success, usd, seconds }) => {
        return { label, success, usd, seconds };
      });
      const { llm_label: label, session_id, explanation } = answer;
      return { label, session_id, summary: explanation.summary, ranking };
    },
  },
  report_feedback: {
    description:
      "Tells how good the answer of the recommended model was, so that later recommendations improve.",
    inputSchema: {
      type: "object",
      properties: {
        session_id: text("The session_id of the recommendation."),
        value: { type: "number", minimum: 0, maximum: 1, description: "0 is bad, 1 is good." },
      },
      required: ["session_id", "value"],
    },
    run: (report) => ask("/feedback", report),
  },
};

/** A fault is a result too: the model of the host reads it and can act on it. */
async function callTool({ name, arguments: given = {} }) {
  try {
    const result = await TOOLS[name].run(given);
    return { content: [{ type: "text", text: JSON.stringify(result) }], structuredContent: result };
  } catch (fault) {
    const said = Object.hasOwn(TOOLS, name) ? fault.message : `There is no tool "${name}".`;
    return { isError: true, content: [{ type: "text", text: said }] };
  }
}

const METHODS = {
  initialize: ({ protocolVersion }) => ({
    protocolVersion: VERSIONS.includes(protocolVersion) ? protocolVersion : VERSIONS[0],
    capabilities: { tools: {} },
    serverInfo: { name: "signalbox", version: "1" },
  }),
  ping: () => ({}),
  "tools/list": () => ({
    tools: Object.entries(TOOLS).map(([name, { description, inputSchema }]) => {
      return { name, description, inputSchema };
    }),
  }),
  "tools/call": callTool,
};

for await (const line of createInterface({ input: process.stdin })) {
  const { id, method, params = {} } = JSON.parse(line);
  // A notification has no id and wants no answer.
  if (id === undefined) continue;
  const answer = Object.hasOwn(METHODS, method)
    ? { result: await METHODS[method](params) }
    : { error: { code: -32601, message: `There is no method "${method}".` } };
  process.stdout.write(`${JSON.stringify({ jsonrpc: "2.0", id, ...answer })}\n`);
}
