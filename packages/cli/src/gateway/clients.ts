// How each client is pointed at a gateway: by its environment and its flags alone, so that no file of anybody's changes.
import { readFileSync } from "node:fs";
import { join } from "node:path";

import { isRecord } from "@signalbox/contracts";
import type { GatewayStatus } from "@signalbox/gateway";

interface ClientCall {
  readonly url: string;
  /** The gateway's own; undefined where clients bring the key of their provider. */
  readonly key: string | undefined;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The command of this program, for status lines. */
  readonly signalbox: string;
  /** Arguments of the agent. */
  readonly args: readonly string[];
  /** The models behind `auto`, from the gateway's status. */
  readonly auto: GatewayStatus["auto"];
}

interface ClientSetup {
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
}

export interface Client {
  /** Name of its command. */
  readonly command: string;
  readonly npm: string;
  /** Words by which the agent works without a person. */
  readonly unattended: readonly string[];
  readonly setUp: (call: ClientCall) => ClientSetup;
}

const AUTO = "auto";
/** Claude Code's menu shows only names that begin like this. */
const CLAUDE_AUTO = "claude-signalbox-auto";
/** @unit tokens */
const OUTPUT = 32_000;
const UNATTENDED = "x-signalbox-unattended";

function isUnattended(client: string, args: readonly string[]): boolean {
  return CLIENTS[client]?.unattended.some((word) => args.includes(word)) === true;
}

/** A status line that the person has, in the files that Claude Code reads. */
function hasStatusLine(env: ClientCall["env"], args: readonly string[]): boolean {
  if (args.some((each) => each.startsWith("--settings"))) return true;
  const home = env["CLAUDE_CONFIG_DIR"] ?? join(env["HOME"] ?? env["USERPROFILE"] ?? ".", ".claude");
  const files = [join(home, "settings.json"), ".claude/settings.json", ".claude/settings.local.json"];
  return files.some((file) => {
    try {
      const settings: unknown = JSON.parse(readFileSync(file, "utf8"));
      return isRecord(settings) && settings["statusLine"] !== undefined;
    } catch {
      return false;
    }
  });
}

function setUpClaude({ url, key, env, signalbox, args, auto }: ClientCall): ClientSetup {
  const settings = { statusLine: { type: "command", command: `${signalbox} statusline` } };
  const own = env["ANTHROPIC_CUSTOM_HEADERS"];
  const headers = [own, isUnattended("claude", args) ? `${UNATTENDED}: 1` : undefined].filter(Boolean);
  return {
    args: hasStatusLine(env, args) ? [] : ["--settings", JSON.stringify(settings)],
    env: {
      ANTHROPIC_BASE_URL: url,
      ANTHROPIC_MODEL: CLAUDE_AUTO,
      CLAUDE_CODE_MAX_CONTEXT_TOKENS: env["CLAUDE_CODE_MAX_CONTEXT_TOKENS"] ?? String(auto.messages.window),
      CLAUDE_CODE_ENABLE_GATEWAY_MODEL_DISCOVERY: "1",
      SIGNALBOX_GATEWAY_URL: url,
      ...(headers.length > 0 && { ANTHROPIC_CUSTOM_HEADERS: headers.join("\n") }),
      // The second is for the status line, which asks the gateway itself.
      ...(key !== undefined && { ANTHROPIC_AUTH_TOKEN: key, SIGNALBOX_GATEWAY_KEY: key }),
    },
  };
}

/** Codex gives its patch tool, its prompt and its window to models that it knows: it is started under the name of one. */
function setUpCodex({ url, key, env, args, auto }: ClientCall): ClientSetup {
  const variable = key === undefined ? "OPENAI_API_KEY" : "SIGNALBOX_GATEWAY_KEY";
  const hasKey = key !== undefined || (env["OPENAI_API_KEY"] ?? "") !== "";
  const access = hasKey ? `env_key="${variable}"` : "requires_openai_auth=true";
  const { model, window } = auto.responses;
  const known = model !== null && /^gpt-\d/.test(model) ? model : undefined;
  const headers = [
    known === undefined ? undefined : `"x-signalbox-auto"="${known}"`,
    isUnattended("codex", args) ? `"${UNATTENDED}"="1"` : undefined,
  ].filter(Boolean);
  const extra = headers.length === 0 ? "" : `,http_headers={${headers.join(",")}}`;
  const provider = `{name="Signalbox",base_url="${url}/v1",wire_api="responses",${access}${extra}}`;
  const settings = [
    'model_provider="signalbox"',
    `model_providers.signalbox=${provider}`,
    `model="${known ?? AUTO}"`,
    ...(known === undefined ? [`model_context_window=${window}`] : []),
  ];
  return {
    args: settings.flatMap((setting) => ["-c", setting]),
    env: key === undefined ? {} : { SIGNALBOX_GATEWAY_KEY: key },
  };
}

function setUpOpencode({ url, key, args, auto }: ClientCall): ClientSetup {
  const headers = isUnattended("opencode", args) ? { headers: { [UNATTENDED]: "1" } } : {};
  const config = {
    provider: {
      signalbox: {
        npm: "@ai-sdk/openai-compatible",
        name: "Signalbox",
        options: { baseURL: `${url}/v1`, apiKey: key ?? "{env:OPENAI_API_KEY}", ...headers },
        models: {
          [AUTO]: { name: "Signalbox (auto)", limit: { context: auto.chat.window, output: OUTPUT } },
        },
      },
    },
    model: `signalbox/${AUTO}`,
    small_model: `signalbox/${AUTO}`,
  };
  return { args: [], env: { OPENCODE_CONFIG_CONTENT: JSON.stringify(config) } };
}

const setUpQwen = ({ url, key }: ClientCall): ClientSetup => ({
  args: ["--auth-type", "openai"],
  env: {
    OPENAI_BASE_URL: `${url}/v1`,
    OPENAI_MODEL: AUTO,
    ...(key !== undefined && { OPENAI_API_KEY: key }),
  },
});

export const CLIENTS: Readonly<Record<string, Client>> = {
  claude: {
    command: "claude",
    npm: "@anthropic-ai/claude-code",
    unattended: ["-p", "--print"],
    setUp: setUpClaude,
  },
  codex: { command: "codex", npm: "@openai/codex", unattended: ["exec", "e"], setUp: setUpCodex },
  opencode: { command: "opencode", npm: "opencode-ai", unattended: ["run"], setUp: setUpOpencode },
  qwen: { command: "qwen", npm: "@qwen-code/qwen-code", unattended: ["-p", "--prompt"], setUp: setUpQwen },
};
