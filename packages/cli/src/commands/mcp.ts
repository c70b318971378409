// The recommendations as tools of the Model Context Protocol, for hosts that start their servers themselves.
import { SignalboxError } from "@signalbox/contracts";

import type { Command, Invocation } from "../command.ts";
import type { Advisor } from "../mcp/advisors.ts";
import { namedModels } from "./arguments.ts";

async function createAdvisor(invocation: Invocation): Promise<Advisor> {
  const server = invocation.text("server") ?? invocation.serverUrl();
  if (server === undefined) {
    const { createLocalAdvisor } = await import("../mcp/advisors.ts");
    return createLocalAdvisor(invocation.config());
  }
  const key = invocation.key();
  if (key === undefined)
    throw new SignalboxError(
      "bad_request",
      `${server} asks for an API key: put one into the environment variable SIGNALBOX_API_KEY.`,
    );
  if (!URL.canParse(server) || !/^https?:/.test(server))
    throw new SignalboxError(
      "bad_request",
      `"${server}" is no address of a service, as http://127.0.0.1:8787 is.`,
    );
  const { createServiceAdvisor } = await import("../mcp/advisors.ts");
  return createServiceAdvisor(server, key);
}

/**
 * `npm run signalbox -- mcp` writes npm's banner into the protocol before this command starts: a host that reads it fails
 * without a word, so the reason is said here.
 * @throws SignalboxError bad_request
 */
function assertCleanOutput(env: Readonly<Record<string, string | undefined>>): void {
  const isOurScript = env["npm_package_name"] === "signalbox" && env["npm_lifecycle_event"] === "signalbox";
  if (!isOurScript || env["npm_config_loglevel"] === "silent") return;
  throw new SignalboxError(
    "bad_request",
    "npm has written its banner to standard output, which is the protocol. " +
      "Start it by `node signalbox.mjs mcp`, or by `npm run --silent signalbox -- mcp`.",
  );
}

export const mcp: Command = {
  name: "mcp",
  usage: "mcp [--server URL] [--model M ...]",
  summary: "Serve recommendations to an MCP host over standard input and output.",
  details: [
    "Tools: recommend_model, explain_decision, report_feedback. The host starts this command and ends it.",
    "With --server or SIGNALBOX_URL it asks a running service, with the key in SIGNALBOX_API_KEY; without, it decides in this process and cannot learn from feedback.",
  ],
  options: {
    server: { type: "string", value: "URL", description: "Ask a running service. Default: SIGNALBOX_URL." },
    model: {
      type: "string",
      short: "m",
      value: "PROVIDER/MODEL",
      isMultiple: true,
      description: "A model to choose from when a call names none; comma-separated or repeated.",
    },
  },
  takesConfiguration: true,
  examples: [
    "signalbox mcp -m openai/gpt-6-luna,openai/gpt-6.2-sol",
    "SIGNALBOX_API_KEY=sk_... signalbox mcp --server http://127.0.0.1:8787",
  ],
  run: async (invocation) => {
    assertCleanOutput(process.env);
    // Loaded here: the protocol's library takes longer to load than most other commands take to run.
    const { serveStdio } = await import("../mcp/create-mcp-server.ts");
    const advisor = await createAdvisor(invocation);
    const logFault = (fault: unknown): void => {
      const name = fault instanceof Error ? (fault.stack ?? fault.message) : String(fault);
      invocation.console.error(`signalbox mcp: ${name}\n`);
    };
    await serveStdio(
      { advisor, models: namedModels(invocation), logFault },
      invocation.console.untilStopped(),
    );
    return 0;
  },
};
