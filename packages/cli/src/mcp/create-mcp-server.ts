// The three tools of the Model Context Protocol over an advisor. Which transport carries them is the caller's choice.
import { once } from "node:events";
import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { SignalboxError, type SelectRequestWire } from "@signalbox/contracts";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import type { Advisor } from "./advisors.ts";
import { adviceOutput, explainInput, feedbackInput, feedbackOutput, recommendInput } from "./schemas.ts";
import { adviceResult, asToolResult, feedbackResult } from "./tool-results.ts";

interface McpServerOptions {
  readonly advisor: Advisor;
  /** Labels to choose from when a call names none; may be empty. */
  readonly models: readonly string[];
  readonly logFault: (fault: unknown) => void;
}

const INFO = { name: "signalbox", title: "Signalbox", version: "1" };
const INSTRUCTIONS =
  "Before you hand a task to a language model, ask recommend_model which one to call; it only recommends. " +
  "Afterwards tell report_feedback how good the answer was. explain_decision gives the numbers behind a choice.";

interface RecommendArguments extends Omit<SelectRequestWire, "llm_providers" | "models"> {
  readonly models?: readonly string[] | undefined;
}

function buildRequest(given: RecommendArguments, configured: readonly string[]): SelectRequestWire {
  const { models = configured, ...request } = given;
  if (models.length === 0) {
    const detail = "There is nothing to choose from: give `models`, or start `signalbox mcp` with --model.";
    throw new SignalboxError("bad_request", detail);
  }
  return { ...request, llm_providers: models.map((model) => ({ model })) };
}

function addRecommend(server: McpServer, { advisor, models, logFault }: McpServerOptions): void {
  server.registerTool(
    "recommend_model",
    {
      title: "Recommend a model",
      description:
        "Which of the given language models to call for this task, with estimated success, dollars and seconds of each. Calls no model.",
      inputSchema: recommendInput,
      outputSchema: adviceOutput,
      annotations: { readOnlyHint: true, openWorldHint: false },
    },
    (given) =>
      asToolResult(
        async () => adviceResult(await advisor.recommend(buildRequest(given as RecommendArguments, models))),
        logFault,
      ),
  );
}

function addExplain(server: McpServer, { advisor, logFault }: McpServerOptions): void {
  server.registerTool(
    "explain_decision",
    {
      title: "Explain a decision",
      description:
        "Why an earlier recommendation was made: every candidate in rank order with its numbers and reasons.",
      inputSchema: explainInput,
      outputSchema: adviceOutput,
      annotations: { readOnlyHint: true, openWorldHint: false },
    },
    ({ session_id: id }) => asToolResult(async () => adviceResult(await advisor.explain(id)), logFault),
  );
}

function addFeedback(server: McpServer, { advisor, logFault }: McpServerOptions): void {
  server.registerTool(
    "report_feedback",
    {
      title: "Report feedback",
      description:
        "Tells how good the answer of the model was. The same report twice counts once; a new value corrects the old.",
      inputSchema: feedbackInput,
      outputSchema: feedbackOutput,
      annotations: {
        readOnlyHint: false,
        destructiveHint: false,
        idempotentHint: true,
        openWorldHint: false,
      },
    },
    ({ session_id, value, label, scope }) =>
      asToolResult(async () => {
        const named = {
          ...(label === undefined ? {} : { label }),
          ...(scope === undefined ? {} : { scope }),
        };
        return feedbackResult(await advisor.report({ session_id, value, ...named }));
      }, logFault),
  );
}

function createMcpServer(options: McpServerOptions): McpServer {
  const server = new McpServer(INFO, { instructions: INSTRUCTIONS });
  addRecommend(server, options);
  addExplain(server, options);
  addFeedback(server, options);
  return server;
}

// Serves the tools over standard input and output until the host closes them. Nothing else may write to standard output.

/** Resolves when the host has gone, or when `stopped` does. */
export async function serveStdio(options: McpServerOptions, stopped: Promise<unknown>): Promise<void> {
  const server = createMcpServer(options);
  const ended = once(process.stdin, "close");
  await server.connect(new StdioServerTransport());
  await Promise.race([ended, stopped]);
  await server.close();
}
