// Reads the configuration once: flag over environment over file over default. Every fault is collected with its origin
// and reported together; the result is frozen and passed in; no code reads the environment afterwards.
import { readFileSync } from "node:fs";
import {
  isRecord,
  describeFieldError,
  listSettings,
  nearestName,
  SignalboxError,
  type Config,
  type FieldError,
  type SettingDefinition,
} from "@signalbox/contracts";
import { parseSetting } from "./parse-setting.ts";

// Settings that are each valid, but not together: found at the start, not when the first person is locked out.
function contradictions({ oidc }: Config): readonly FieldError[] {
  const faults: FieldError[] = [];
  if (oidc.requiredDomains.trim() !== "" && oidc.issuer === "")
    faults.push({
      location: "oidc.requiredDomains",
      message: "It requires single sign-on, but no provider is set.",
      fix: "Set `oidc.issuer`, or leave it out.",
    });
  return faults;
}

export interface ConfigSources {
  /** Path of a JSON file; undefined = none. */
  readonly file: string | undefined;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** By flag name, without dashes. */
  readonly flags: Readonly<Record<string, string | boolean | undefined>>;
}

interface Given {
  readonly value: unknown;
  readonly origin: string;
  readonly isText: boolean;
}

type Groups = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

function readFile(file: string | undefined, faults: FieldError[]): Groups {
  if (file === undefined) return {};
  try {
    const parsed: unknown = JSON.parse(readFileSync(file, "utf8"));
    if (isRecord(parsed)) return parsed as Groups;
    faults.push({
      location: file,
      message: "It is not a JSON object.",
      fix: 'Write { "server": { "port": 8787 } }.',
    });
  } catch (cause) {
    const reason = cause instanceof SyntaxError ? "It is not valid JSON." : "It cannot be read.";
    faults.push({ location: file, message: reason, fix: "Correct the file, or leave `--config` out." });
  }
  return {};
}

/** A misspelt setting must not be ignored silently. */
function reportUnknown(file: string, groups: Groups, faults: FieldError[]): void {
  const known = new Set(listSettings().map((setting) => setting.path));
  for (const [group, members] of Object.entries(groups))
    for (const name of isRecord(members) ? Object.keys(members) : [""])
      if (!known.has(`${group}.${name}`))
        faults.push({
          location: `${file}: ${group}${name === "" ? "" : `.${name}`}`,
          message: "It is not a setting.",
          fix: "See docs/configuration.md for the names.",
        });
}

/** Variables that others read from the environment: clients, commands, the installation. */
const OTHER_VARIABLES = new Set([
  "SIGNALBOX_URL",
  "SIGNALBOX_API_KEY",
  "SIGNALBOX_CONFIG",
  "SIGNALBOX_INSTALL_ROUNDS",
  "SIGNALBOX_TIMEOUT_S",
  "SIGNALBOX_BROWSER",
  "SIGNALBOX_UPSTREAM_KEY",
  "SIGNALBOX_GATEWAY_URL",
]);
/** HOST, PORT and DATABASE_URL are left out: what resembles them may belong to anything. */
const OWN_VARIABLE = /^SIGNALBOX_/;

function reportMisspelt(env: ConfigSources["env"], faults: FieldError[]): void {
  const known = new Set([...listSettings().map((setting) => setting.env), ...OTHER_VARIABLES]);
  const own = [...known].filter((name) => OWN_VARIABLE.test(name));
  for (const name of Object.keys(env)) {
    const near = known.has(name) ? undefined : nearestName(name, own, 1);
    if (near === undefined) continue;
    const [location, message] = [`environment variable ${name}`, "It is not a setting."];
    faults.push({ location, message, fix: `Did you mean \`${near}\`? Else give the variable another name.` });
  }
}

function findGiven(setting: SettingDefinition, sources: ConfigSources, groups: Groups): Given | undefined {
  const flag = sources.flags[setting.flag];
  if (flag !== undefined)
    return { value: flag, origin: `flag --${setting.flag}`, isText: typeof flag === "string" };
  const variable = sources.env[setting.env];
  if (variable !== undefined && variable !== "")
    return { value: variable, origin: `environment variable ${setting.env}`, isText: true };
  const [group = "", name = ""] = setting.path.split(".");
  const member = isRecord(groups[group]) ? groups[group][name] : undefined;
  return member === undefined
    ? undefined
    : { value: member, origin: `${sources.file ?? "file"}: ${setting.path}`, isText: false };
}

function settle(setting: SettingDefinition, given: Given | undefined, faults: FieldError[]): unknown {
  if (given === undefined) return setting.default;
  const outcome = parseSetting(setting, given);
  if (outcome.isOk) return outcome.value;
  faults.push({ location: given.origin, message: outcome.message, fix: outcome.fix });
  return setting.default;
}

function deepFreeze<T extends object>(value: T): T {
  for (const member of Object.values(value))
    if (typeof member === "object" && member !== null) deepFreeze(member as object);
  return Object.freeze(value);
}

/** @throws SignalboxError invalid_configuration listing every fault with its origin */
export function loadConfig(sources: ConfigSources): Config {
  const faults: FieldError[] = [];
  const groups = readFile(sources.file, faults);
  if (sources.file !== undefined) reportUnknown(sources.file, groups, faults);
  reportMisspelt(sources.env, faults);
  const config: Record<string, Record<string, unknown>> = {};
  for (const setting of listSettings()) {
    const [group = "", name = ""] = setting.path.split(".");
    (config[group] ??= {})[name] = settle(setting, findGiven(setting, sources, groups), faults);
  }
  faults.push(...contradictions(config as unknown as Config));
  if (faults.length > 0) {
    const lines = faults.map((fault) => `  - ${describeFieldError(fault)}`);
    throw new SignalboxError(
      "invalid_configuration",
      `The configuration has ${faults.length} fault(s):\n${lines.join("\n")}`,
      {
        errors: faults,
      },
    );
  }
  return deepFreeze(config) as unknown as Config;
}
