// The model behind the fake provider: it names conversations, calls one tool, sends a side agent where it is asked to, and ends
// with words that the matrix looks for.
import type { Got, Reply } from "../../../packages/gateway/test/fake-provider.ts";

export const END = "ALL-DONE-7";
export const TOOL_TASK = "List the files of this folder with a shell command.";
export const AGENT_TASK = "Let a side agent list the files. SIDE-AGENT";

interface Tool {
  readonly name: string;
  readonly isShell: boolean;
  readonly isAgent: boolean;
}

type Json = Readonly<Record<string, unknown>>;
const records = (value: unknown): readonly Json[] => (Array.isArray(value) ? (value as readonly Json[]) : []);

function toolsOf(body: Json): readonly Tool[] {
  return records(body["tools"]).map((tool) => {
    const called = (tool["function"] as Json | undefined) ?? tool;
    const name = typeof called["name"] === "string" ? called["name"] : "";
    return {
      name,
      isShell: /^(?:bash|shell|exec_command|run_shell_command|local_shell|run_commands)$/i.test(name),
      isAgent: /^(?:task|agent)$/i.test(name),
    };
  });
}

const conversation = (body: Json): readonly Json[] => records(body["messages"] ?? body["input"]);

/** The conversation ends in a tool's result. */
function hasResult(body: Json): boolean {
  const last = conversation(body).findLast(
    ({ role, type }) => role !== "system" && role !== "developer" && type !== "reasoning",
  );
  return /"tool_result"|"function_call_output"|"role":"tool"/.test(JSON.stringify(last ?? {}));
}

function shellArgs(name: string): object {
  if (name === "run_commands") return { commands: ["ls -la"] };
  if (name === "exec_command") return { cmd: "ls -la" };
  if (name === "shell" || name === "local_shell") return { command: ["ls", "-la"] };
  return { command: "ls -la", description: "List files", is_background: false };
}

const AGENT_ARGS = {
  description: "List files",
  prompt: "Say that you have listed the files.",
  subagent_type: "general-purpose",
};

export function playModel({ body }: Got): Reply {
  const text = JSON.stringify(body);
  const tools = toolsOf(body);
  if (tools.length === 0) return { text: text.includes('"title"') ? '{"title":"List files"}' : "List files" };
  if (hasResult(body)) return { text: `${END}.` };
  const people = JSON.stringify(conversation(body).filter(({ role }) => role === "user"));
  const agent = tools.find(({ isAgent }) => isAgent);
  // Its end may come as a turn of its own, long after the call.
  const wasSent = text.includes(AGENT_ARGS.prompt);
  if (people.includes("SIDE-AGENT") && agent !== undefined && !wasSent)
    return {
      tool: {
        name: agent.name,
        args: {
          ...AGENT_ARGS,
          ...(text.includes('"general"') && {
            subagent_type: text.includes("general-purpose") ? "general-purpose" : "general",
          }),
        },
      },
    };
  const shell = tools.find(({ isShell }) => isShell);
  if (people.includes("shell command") && shell !== undefined)
    return { tool: { name: shell.name, args: shellArgs(shell.name) } };
  return { text: `${END}.` };
}
