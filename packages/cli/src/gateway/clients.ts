// How each client is pointed at a gateway: by its environment and its flags alone, so that no file of anybody's changes.

interface ClientCall {
  readonly url: string;
  /** The gateway's own; undefined where clients bring the key of their provider. */
  readonly key: string | undefined;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The command of this program, for status lines. */
  readonly signalbox: string;
}

interface ClientSetup {
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
}

export interface Client {
  /** Name of its command. */
  readonly command: string;
  readonly npm: string;
  readonly setUp: (call: ClientCall) => ClientSetup;
}

const AUTO = "auto";
/** Claude Code's menu shows only names that begin like this. */
const CLAUDE_AUTO = "claude-signalbox-auto";

/** The window that every agent is to assume for `auto`: most models that agents are sent to read as much. @unit tokens */
const WINDOW = 200_000;
const OUTPUT = 32_000;

function setUpClaude({ url, key, env, signalbox }: ClientCall): ClientSetup {
  const settings = { statusLine: { type: "command", command: `${signalbox} statusline` } };
  return {
    args: ["--settings", JSON.stringify(settings)],
    env: {
      ANTHROPIC_BASE_URL: url,
      ANTHROPIC_MODEL: CLAUDE_AUTO,
      // For a name that it does not know it would take a million tokens, which few models read.
      CLAUDE_CODE_MAX_CONTEXT_TOKENS: env["CLAUDE_CODE_MAX_CONTEXT_TOKENS"] ?? String(WINDOW),
      CLAUDE_CODE_ENABLE_GATEWAY_MODEL_DISCOVERY: "1",
      SIGNALBOX_GATEWAY_URL: url,
      // The second is for the status line, which asks the gateway itself.
      ...(key !== undefined && { ANTHROPIC_AUTH_TOKEN: key, SIGNALBOX_GATEWAY_KEY: key }),
    },
  };
}

function setUpCodex({ url, key, env }: ClientCall): ClientSetup {
  const variable = key === undefined ? "OPENAI_API_KEY" : "SIGNALBOX_GATEWAY_KEY";
  const hasKey = key !== undefined || (env["OPENAI_API_KEY"] ?? "") !== "";
  const access = hasKey ? `env_key="${variable}"` : "requires_openai_auth=true";
  const provider = `{name="Signalbox",base_url="${url}/v1",wire_api="responses",${access}}`;
  return {
    args: [
      "-c",
      'model_provider="signalbox"',
      "-c",
      `model_providers.signalbox=${provider}`,
      "-c",
      `model="${AUTO}"`,
      "-c",
      `model_context_window=${WINDOW}`,
    ],
    env: key === undefined ? {} : { SIGNALBOX_GATEWAY_KEY: key },
  };
}

function setUpOpencode({ url, key }: ClientCall): ClientSetup {
  const config = {
    provider: {
      signalbox: {
        npm: "@ai-sdk/openai-compatible",
        name: "Signalbox",
        options: { baseURL: `${url}/v1`, apiKey: key ?? "{env:OPENAI_API_KEY}" },
        models: { [AUTO]: { name: "Signalbox (auto)", limit: { context: WINDOW, output: OUTPUT } } },
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
  claude: { command: "claude", npm: "@anthropic-ai/claude-code", setUp: setUpClaude },
  codex: { command: "codex", npm: "@openai/codex", setUp: setUpCodex },
  opencode: { command: "opencode", npm: "opencode-ai", setUp: setUpOpencode },
  qwen: { command: "qwen", npm: "@qwen-code/qwen-code", setUp: setUpQwen },
};
