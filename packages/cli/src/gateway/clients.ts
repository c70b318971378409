// How each client is pointed at a gateway: by its environment and its flags alone, so that no file of anybody's changes.
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";

import { isRecord } from "@signalbox/contracts";
import { NO_KEY, UNATTENDED_PATH, type GatewayStatus } from "@signalbox/gateway";

interface ClientCall {
  /** The gateway's. */
  readonly url: string;
  /** Address for the agent: it tells the gateway whether a person waits. */
  readonly door: string;
  /** The gateway's own; undefined where clients bring the key of their provider. */
  readonly key: string | undefined;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The command of this program, for status lines. */
  readonly signalbox: string;
  /** Arguments of the agent. */
  readonly args: readonly string[];
  /** The models behind `auto`, from the gateway's status. */
  readonly auto: GatewayStatus["auto"];
  /** Files of this program for agents that take no other settings. */
  readonly folder: string;
}

interface ClientSetup {
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  /** Written before the agent starts. */
  readonly file?: { readonly path: string; readonly text: string };
  /** The agent is started with these arguments first. */
  readonly prepare?: readonly string[];
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
export const setUpClient = (client: Client, call: Omit<ClientCall, "door">): ClientSetup =>
  client.setUp({
    ...call,
    door: client.unattended.some((word) => call.args.includes(word)) ? call.url + UNATTENDED_PATH : call.url,
  });

function readJson(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, "utf8"));
  } catch {
    return undefined;
  }
}

/** A status line that the person has, in the files that Claude Code reads. */
function hasStatusLine(env: ClientCall["env"], args: readonly string[]): boolean {
  if (args.some((each) => each.startsWith("--settings"))) return true;
  const home = env["CLAUDE_CONFIG_DIR"] ?? join(env["HOME"] ?? env["USERPROFILE"] ?? ".", ".claude");
  const files = [join(home, "settings.json"), ".claude/settings.json", ".claude/settings.local.json"];
  return files.some((file) => {
    const settings = readJson(file);
    return isRecord(settings) && settings["statusLine"] !== undefined;
  });
}

/** Whether the person has a login or a key of Anthropic: without one Claude Code asks for it before it calls anybody. */
function hasClaudeKey(env: ClientCall["env"]): boolean {
  const names = ["ANTHROPIC_API_KEY", "ANTHROPIC_AUTH_TOKEN", "CLAUDE_CODE_OAUTH_TOKEN"];
  if (names.some((name) => (env[name] ?? "") !== "")) return true;
  const home = env["HOME"] ?? env["USERPROFILE"] ?? ".";
  const folder = env["CLAUDE_CONFIG_DIR"] ?? join(home, ".claude");
  if (existsSync(join(folder, ".credentials.json"))) return true;
  const config =
    env["CLAUDE_CONFIG_DIR"] === undefined ? join(home, ".claude.json") : join(folder, ".claude.json");
  const settings = readJson(config);
  return isRecord(settings) && settings["oauthAccount"] !== undefined;
}

const hasCodexLogin = (env: ClientCall["env"]): boolean =>
  existsSync(
    join(env["CODEX_HOME"] ?? join(env["HOME"] ?? env["USERPROFILE"] ?? ".", ".codex"), "auth.json"),
  );

function setUpClaude({ url, door, key, env, signalbox, args, auto }: ClientCall): ClientSetup {
  const settings = { statusLine: { type: "command", command: `${signalbox} statusline` } };
  return {
    args: hasStatusLine(env, args) ? [] : ["--settings", JSON.stringify(settings)],
    env: {
      ANTHROPIC_BASE_URL: door,
      ANTHROPIC_MODEL: CLAUDE_AUTO,
      CLAUDE_CODE_MAX_CONTEXT_TOKENS: env["CLAUDE_CODE_MAX_CONTEXT_TOKENS"] ?? String(auto.messages.window),
      CLAUDE_CODE_ENABLE_GATEWAY_MODEL_DISCOVERY: "1",
      SIGNALBOX_GATEWAY_URL: url,
      // The second is for the status line, which asks the gateway itself.
      ...(key !== undefined && { ANTHROPIC_AUTH_TOKEN: key, SIGNALBOX_GATEWAY_KEY: key }),
      ...(key === undefined && !hasClaudeKey(env) && { ANTHROPIC_AUTH_TOKEN: NO_KEY }),
    },
  };
}

/** A model that Codex knows, for rosters without one. */
const CODEX_MODEL = "gpt-5.5";

/** Codex gives its patch tool, its prompt and its window to models that it knows: it is started under the name of one. */
function setUpCodex({ door, key, env, auto }: ClientCall): ClientSetup {
  const variable = key === undefined ? "OPENAI_API_KEY" : "SIGNALBOX_GATEWAY_KEY";
  const hasKey = key !== undefined || hasOpenaiKey(env);
  const login = hasCodexLogin(env) ? ",requires_openai_auth=true" : "";
  const access = hasKey ? `,env_key="${variable}"` : login;
  const { model, window } = auto.responses;
  const isOwn = model !== null && /^gpt-\d/.test(model);
  const name = isOwn ? model : CODEX_MODEL;
  const extra = `,http_headers={"x-signalbox-auto"="${name}"}`;
  const provider = `{name="Signalbox",base_url="${door}/v1",wire_api="responses"${access}${extra}}`;
  const settings = [
    'model_provider="signalbox"',
    `model_providers.signalbox=${provider}`,
    `model="${name}"`,
    ...(isOwn ? [] : [`model_context_window=${window}`]),
  ];
  return {
    args: settings.flatMap((setting) => ["-c", setting]),
    env: key === undefined ? {} : { SIGNALBOX_GATEWAY_KEY: key },
  };
}

const hasOpenaiKey = (env: ClientCall["env"]): boolean => (env["OPENAI_API_KEY"] ?? "") !== "";
const openaiKey = (key: string | undefined, env: ClientCall["env"]): string =>
  key ?? (hasOpenaiKey(env) ? "{env:OPENAI_API_KEY}" : NO_KEY);

/** Configuration of opencode and of agents that are built on it. */
function opencodeConfig({ door, key, env, auto }: ClientCall): string {
  return JSON.stringify({
    provider: {
      signalbox: {
        npm: "@ai-sdk/openai-compatible",
        name: "Signalbox",
        options: { baseURL: `${door}/v1`, apiKey: openaiKey(key, env) },
        models: {
          [AUTO]: { name: "Signalbox (auto)", limit: { context: auto.chat.window, output: OUTPUT } },
        },
      },
    },
    model: `signalbox/${AUTO}`,
    small_model: `signalbox/${AUTO}`,
  });
}

const setUpOpencode = (call: ClientCall): ClientSetup => ({
  args: [],
  env: { OPENCODE_CONFIG_CONTENT: opencodeConfig(call) },
});

const setUpKilo = (call: ClientCall): ClientSetup => ({
  args: [],
  env: { KILO_CONFIG_CONTENT: opencodeConfig(call) },
});

const setUpCopilot = ({ door, key, env, auto }: ClientCall): ClientSetup => ({
  args: [],
  env: {
    COPILOT_PROVIDER_BASE_URL: `${door}/v1`,
    COPILOT_PROVIDER_WIRE_API: "responses",
    COPILOT_PROVIDER_API_KEY: key ?? env["OPENAI_API_KEY"] ?? NO_KEY,
    COPILOT_PROVIDER_WIRE_MODEL: AUTO,
    COPILOT_PROVIDER_MAX_PROMPT_TOKENS: String(auto.responses.window - OUTPUT),
    COPILOT_PROVIDER_MAX_OUTPUT_TOKENS: String(OUTPUT),
    // It knows the tools of models by their names.
    COPILOT_MODEL: COPILOT_MODEL,
  },
});
const COPILOT_MODEL = "gpt-5.4";

/** pi takes a provider from an extension alone, which is a file. */
function setUpPi({ door, key, env, auto, folder }: ClientCall): ClientSetup {
  const model = {
    id: AUTO,
    name: "Signalbox (auto)",
    reasoning: true,
    input: ["text", "image"],
    cost: { input: 0, output: 0, cacheRead: 0, cacheWrite: 0 },
    contextWindow: auto.responses.window,
    maxTokens: OUTPUT,
  };
  const provider = {
    baseUrl: `${door}/v1`,
    apiKey: "$SIGNALBOX_PI_KEY",
    api: "openai-responses",
    models: [model],
  };
  const path = join(folder, "pi-provider.mjs");
  const text = `export default (pi) => pi.registerProvider("signalbox", ${JSON.stringify(provider)});\n`;
  return {
    file: { path, text },
    args: ["-e", path, "--provider", "signalbox", "--model", AUTO],
    env: { SIGNALBOX_PI_KEY: key ?? (env["OPENAI_API_KEY"] || NO_KEY) },
  };
}

/** Cline keeps the address of its provider in its own folder: it gets one beside the person's. */
function setUpCline({ door, key, env, folder }: ClientCall): ClientSetup {
  const own = ["--data-dir", join(folder, "cline")];
  const shown = key ?? (env["OPENAI_API_KEY"] || NO_KEY);
  const provider = "openai-compatible";
  return {
    prepare: ["auth", "-p", provider, "-k", shown, "-b", `${door}/v1`, "-m", AUTO, ...own],
    args: [...own, "-P", provider, "-m", AUTO],
    env: {},
  };
}

const setUpQwen = ({ door, key, env }: ClientCall): ClientSetup => ({
  args: ["--auth-type", "openai"],
  env: {
    OPENAI_BASE_URL: `${door}/v1`,
    OPENAI_MODEL: AUTO,
    ...((key !== undefined || !hasOpenaiKey(env)) && { OPENAI_API_KEY: key ?? NO_KEY }),
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
  copilot: {
    command: "copilot",
    npm: "@github/copilot",
    unattended: ["-p", "--prompt"],
    setUp: setUpCopilot,
  },
  pi: {
    command: "pi",
    npm: "@earendil-works/pi-coding-agent",
    unattended: ["-p", "--print"],
    setUp: setUpPi,
  },
  cline: { command: "cline", npm: "cline", unattended: ["--json"], setUp: setUpCline },
  kilo: { command: "kilo", npm: "@kilocode/cli", unattended: ["run"], setUp: setUpKilo },
  qwen: { command: "qwen", npm: "@qwen-code/qwen-code", unattended: ["-p", "--prompt"], setUp: setUpQwen },
};
