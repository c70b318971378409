// Flags over file over defaults. Every fault is found and reported together, with the place that it comes from.
import { readFileSync } from "node:fs";

import type { Catalog } from "@signalbox/catalog";
import { describeFieldError, SignalboxError, type FieldError } from "@signalbox/contracts";

import { PROTOCOL_NAMES } from "../protocols/protocol.ts";
import {
  DEFAULT_DIALS,
  DEFAULT_HOST,
  DEFAULT_LIMITS,
  DEFAULT_PORT,
  DEFAULT_UPSTREAMS,
  defaultCandidates,
  KEY_VARIABLES,
  ROLE_DEFAULTS,
} from "./defaults.data.ts";
import { isLoopback } from "./is-loopback.ts";
import { readCandidates } from "./read-candidates.ts";
import { settingsFile, type SettingsFile } from "./settings-file.ts";
import type { GatewaySettings, KeySource, RoleSettings, Upstream } from "./settings.ts";

export interface SettingsSources {
  /** Path of the file that `--config` names. */
  readonly file: string | undefined;
  /** The values that the flags say, in the members of the file. */
  readonly flags: SettingsFile;
  /** `--upstream`: takes the place of all upstreams of the file. */
  readonly upstream: string | undefined;
  /** `--key`. */
  readonly key: string | undefined;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly catalog: Pick<Catalog, "resolve" | "headOf">;
}

type UpstreamEntry = NonNullable<SettingsFile["upstreams"]>[string];

function readFile(path: string | undefined, faults: FieldError[]): SettingsFile {
  if (path === undefined) return {};
  try {
    const parsed: unknown = JSON.parse(readFileSync(path, "utf8"));
    if (settingsFile.isValid(parsed)) return parsed;
    const found = settingsFile.faultsOf(parsed);
    for (const { location, message, fix } of found)
      faults.push({ location: location === "" ? path : `${path}: ${location}`, message, fix });
  } catch (cause) {
    const message = cause instanceof SyntaxError ? "It is not valid JSON." : "It cannot be read.";
    faults.push({ location: path, message, fix: "Correct the file, or leave `--config` out." });
  }
  return {};
}

const ownKey = (key: string | undefined): KeySource | undefined =>
  key === undefined || key === "" ? undefined : { from: "own", key };

const spareKeyOf = (name: string, env: SettingsSources["env"]): KeySource | undefined =>
  (KEY_VARIABLES[name] ?? []).map((variable) => ownKey(env[variable])).find(Boolean);

function keyOf(name: string, entry: UpstreamEntry, { env, key }: SettingsSources): KeySource | FieldError {
  const isSpare = entry.key_env === undefined && key !== undefined && entry.client_key === true;
  const own = isSpare ? spareKeyOf(name, env) : ownKey(env[entry.key_env ?? ""]);
  if (own !== undefined) return own;
  if (entry.key_env !== undefined)
    return {
      location: `upstreams.${name}.key_env`,
      message: `${entry.key_env} is not set.`,
      fix: "Set the variable, or let the client bring its key with `client_key: true`.",
    };
  return { from: entry.client_key === true ? "client" : "none" };
}

/** Without a version in its path `url` is the address before /v1; `base_url` is everything before the endpoint. */
function addressIn({ url, base_url }: UpstreamEntry): URL | undefined {
  const address = URL.parse(base_url ?? url ?? "") ?? undefined;
  if (address === undefined || !/^https?:$/.test(address.protocol) || address.username !== "")
    return undefined;
  if (base_url !== undefined) return address;
  if (address.search !== "") return undefined;
  const path = address.pathname.replace(/\/+$/, "");
  address.pathname = /\/v\d\w*(?:\/|$)/.test(path) ? path : `${path}/v1`;
  return address;
}

function readUpstreams(sources: SettingsSources, file: SettingsFile, faults: FieldError[]): Upstream[] {
  const entries: Readonly<Record<string, UpstreamEntry>> =
    sources.upstream === undefined
      ? (file.upstreams ?? DEFAULT_UPSTREAMS)
      : { upstream: { url: sources.upstream, client_key: true } };
  return Object.entries(entries).flatMap(([name, entry]) => {
    const address = addressIn(entry);
    if (address === undefined) {
      const member = entry.base_url === undefined ? "url" : "base_url";
      const location = sources.upstream === undefined ? `upstreams.${name}.${member}` : "--upstream";
      const fix = 'Write an address such as "https://api.example.com", without credentials or a query.';
      faults.push({ location, message: "It is not an HTTP address.", fix });
      return [];
    }
    const wrong = (["plan_base_url", "token_url"] as const).filter(
      (each) => entry[each] !== undefined && addressIn({ base_url: entry[each] }) === undefined,
    );
    for (const each of wrong) {
      const fix = 'Write an address such as "https://chatgpt.com/backend-api/codex".';
      faults.push({ location: `upstreams.${name}.${each}`, message: "It is not an HTTP address.", fix });
    }
    if (wrong.length > 0) return [];
    const key = keyOf(name, entry, sources);
    if ("location" in key) {
      faults.push(key);
      return [];
    }
    return [
      {
        name,
        url: address.href,
        planUrl: entry.plan_base_url,
        tokenUrl: entry.token_url,
        protocols: entry.protocols ?? PROTOCOL_NAMES,
        key,
        spareKey: spareKeyOf(name, sources.env),
        headers: entry.headers ?? {},
      },
    ];
  });
}

function checkReach(host: string, key: string | undefined, faults: FieldError[]): void {
  if (isLoopback(host) || (key !== undefined && key !== "")) return;
  faults.push({
    location: "--host",
    message: `Other machines can reach ${host}, and no key is set.`,
    fix: "Add `--key SECRET`, or listen on 127.0.0.1.",
  });
}

function plainOf({ preference, tradeoff, dial, hard_dial, ceiling }: SettingsFile): RoleSettings {
  const isStated = [preference, tradeoff, dial, hard_dial].some((stated) => stated !== undefined);
  return isStated ? { preference, tradeoff, dial, hard_dial, ceiling } : { ...DEFAULT_DIALS, ceiling };
}

/** A role of the file replaces the defaults of that role as a whole. */
function readRoles({ roles = {} }: SettingsFile): GatewaySettings["roles"] {
  return { ...ROLE_DEFAULTS, ...(roles as GatewaySettings["roles"]) };
}

function checkCeilings(settings: GatewaySettings, faults: FieldError[]): void {
  const labels = new Set(settings.candidates.map(({ label }) => label));
  for (const [role, { ceiling }] of Object.entries({ "": settings.plain, ...settings.roles }))
    if (ceiling !== undefined && !labels.has(ceiling))
      faults.push({
        location: role === "" ? "ceiling" : `roles.${role}.ceiling`,
        message: `"${ceiling}" is no candidate.`,
        fix: "Name one of the candidates.",
      });
}

/** @throws SignalboxError invalid_configuration with every fault */
export function refuseFaults(errors: readonly FieldError[]): void {
  if (errors.length === 0) return;
  const detail = errors.map(describeFieldError).join("\n  ");
  throw new SignalboxError("invalid_configuration", detail, { errors });
}

/** @throws SignalboxError invalid_configuration with every fault */
export function readSettings(sources: SettingsSources): GatewaySettings {
  const faults: FieldError[] = [];
  const file = { ...readFile(sources.file, faults), ...sources.flags };
  const { host = DEFAULT_HOST, port = DEFAULT_PORT, limits = {} } = file;
  const upstreams = readUpstreams(sources, file, faults);
  const named =
    file.candidates ??
    (sources.upstream === undefined && file.upstreams === undefined
      ? defaultCandidates(sources.catalog)
      : []);
  checkReach(host, sources.key, faults);
  const settings: GatewaySettings = {
    host,
    port,
    key: sources.key === "" ? undefined : sources.key,
    upstreams,
    candidates: readCandidates(named, { upstreams, catalog: sources.catalog, faults }),
    plain: plainOf(file),
    roles: readRoles(file),
    baseline: file.baseline,
    escalation: file.escalate,
    routesNamed: file.route_named ?? false,
    limits: {
      bodyBytesMax: (limits.body_mb ?? DEFAULT_LIMITS.bodyMb) * 1024 * 1024,
      json: {
        nestingMax: limits.nesting_max ?? DEFAULT_LIMITS.nestingMax,
        valuesMax: limits.values_max ?? DEFAULT_LIMITS.valuesMax,
        settings: { nesting: "limits.nesting_max", values: "limits.values_max" },
      },
      firstByteMs: (limits.first_byte_s ?? DEFAULT_LIMITS.firstByteS) * 1000,
      idleMs: (limits.idle_s ?? DEFAULT_LIMITS.idleS) * 1000,
      pauseMs: (limits.pause_s ?? DEFAULT_LIMITS.pauseS) * 1000,
    },
  };
  checkCeilings(settings, faults);
  refuseFaults(faults);
  return settings;
}
