// Serves the tools over standard input and output until the host closes them. Nothing else may write to standard output.
import { once } from "node:events";

import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";

import { createMcpServer, type McpServerOptions } from "./create-mcp-server.ts";

/** Resolves when the host has gone, or when `stopped` does. */
export async function serveStdio(options: McpServerOptions, stopped: Promise<unknown>): Promise<void> {
  const server = createMcpServer(options);
  const ended = once(process.stdin, "close");
  await server.connect(new StdioServerTransport());
  await Promise.race([ended, stopped]);
  await server.close();
}
