import { SCOPES, SignalboxError, type ApiKey, type Scope } from "@signalbox/contracts";
import { createKey, listKeys, revokeKey } from "@signalbox/server";

import { JSON_OPTION, type Command, type Invocation } from "../command.ts";
import { alignColumns } from "../output/text.ts";
import { ACCOUNT_OPTION, withAccount } from "./with-service.ts";

const DAY_MS = 86_400_000;

function readScopes(invocation: Invocation): readonly Scope[] | undefined {
  const names = invocation
    .text("scopes")
    ?.split(",")
    .map((name) => name.trim());
  const unknown = names?.find((name) => !SCOPES.some((scope) => scope === name));
  if (unknown !== undefined)
    throw new SignalboxError(
      "bad_request",
      `There is no scope "${unknown}". Scopes are ${SCOPES.join(", ")}.`,
    );
  return names as Scope[] | undefined;
}

function readExpiry(invocation: Invocation): string | undefined {
  const text = invocation.text("expires-days");
  if (text === undefined) return undefined;
  const days = Number(text);
  if (!(days > 0 && days <= 36_500))
    throw new SignalboxError("bad_request", "--expires-days takes a number of days above 0.");
  return new Date(Date.now() + days * DAY_MS).toISOString();
}

function print(invocation: Invocation, value: unknown, text: () => string): void {
  invocation.console.out(invocation.isOn("json") ? `${JSON.stringify(value, null, 2)}\n` : text());
}

function renderKeys(keys: readonly ApiKey[]): string {
  if (keys.length === 0) return "No keys. Create one with `signalbox keys create`.\n";
  const rows = keys.map((key) => [
    key.id,
    `${key.prefix}...`,
    key.status,
    key.scopes.join(","),
    key.owner_email ?? "-",
    key.expires_at ?? "never",
    key.last_used_at ?? "never used",
    key.name,
  ]);
  return alignColumns([["ID", "KEY", "STATUS", "SCOPES", "OWNER", "ENDS", "LAST USED", "NAME"], ...rows]);
}

export const keysCreate: Command = {
  name: "keys create",
  usage: "keys create [--name NAME] [--scopes LIST] [--expires-days N] [--addresses LIST]",
  summary: "Create an API key and show it once.",
  details: ["Stores only a digest: copy the key now. A running service accepts it immediately."],
  options: {
    name: { type: "string", value: "NAME", description: "Name of the key. Default: Command line." },
    scopes: {
      type: "string",
      value: "LIST",
      description: `Comma-separated, of ${SCOPES.join(", ")}. Default: all but privacy.`,
    },
    "expires-days": {
      type: "string",
      value: "N",
      description: "Days until it expires. Default: never, or the maximum of the organisation.",
    },
    addresses: {
      type: "string",
      value: "LIST",
      description: "Allowed addresses and networks, comma-separated. Default: any.",
    },
    account: ACCOUNT_OPTION,
    json: JSON_OPTION,
  },
  takesConfiguration: true,
  examples: ["signalbox keys create --name production --scopes select,feedback"],
  run: async (invocation) => {
    const scopes = readScopes(invocation);
    const expiresAt = readExpiry(invocation);
    const addresses = invocation
      .text("addresses")
      ?.split(",")
      .map((address) => address.trim());
    const created = await withAccount(invocation, (context, caller) =>
      createKey(context, caller, {
        name: invocation.text("name") ?? "Command line",
        ...(scopes === undefined ? {} : { scopes: [...scopes] }),
        ...(expiresAt === undefined ? {} : { expires_at: expiresAt }),
        ...(addresses === undefined ? {} : { addresses }),
      }),
    );
    print(invocation, created, () => `${created.key}\n`);
    if (!invocation.isOn("json"))
      invocation.console.error("This key is shown once. Keep it in a secret store.\n");
    return 0;
  },
};

export const keysList: Command = {
  name: "keys list",
  usage: "keys list [--all] [--json]",
  summary: "List the API keys of an account.",
  details: ["Shows the first characters of each key; the keys themselves are not stored."],
  options: {
    all: { type: "boolean", description: "Include revoked keys." },
    account: ACCOUNT_OPTION,
    json: JSON_OPTION,
  },
  takesConfiguration: true,
  examples: ["signalbox keys list", "signalbox keys list --all --json"],
  run: async (invocation) => {
    const page = await withAccount(invocation, (context, caller) =>
      listKeys(context, caller, { limit: 200, include_revoked: invocation.isOn("all") }),
    );
    print(invocation, page, () => renderKeys(page.data));
    return 0;
  },
};

export const keysRevoke: Command = {
  name: "keys revoke",
  usage: "keys revoke ID",
  summary: "Revoke an API key; it stops working immediately.",
  details: ["The ID is in the first column of `signalbox keys list`."],
  options: { account: ACCOUNT_OPTION, json: JSON_OPTION },
  takesConfiguration: true,
  examples: ["signalbox keys revoke 4b3c2f0e-8d1a-4c56-9f57-0e6a5d1f7c11"],
  run: async (invocation) => {
    const [id] = invocation.positionals;
    if (id === undefined)
      throw new SignalboxError("bad_request", "Which key? Give its ID; see `signalbox keys list`.");
    await withAccount(invocation, (context, caller) => revokeKey(context, caller, id));
    print(invocation, { id, revoked: true }, () => `Revoked ${id}.\n`);
    return 0;
  },
};
