import type { ApiKey } from "@signalbox/sdk";

const SECRET = /^sk_[A-Za-z0-9_-]{20,}$/;

type PastedKey =
  | { readonly kind: "own"; readonly secret: string; readonly name: string }
  | { readonly kind: "fault"; readonly text: string }
  | { readonly kind: "empty" };

/** Whether a pasted text is a key of this account, by its first characters; nothing of it is sent anywhere. */
export function readPastedKey(
  text: string,
  keys: readonly Pick<ApiKey, "prefix" | "name" | "status">[],
): PastedKey {
  const secret = text.trim();
  if (secret === "") return { kind: "empty" };
  if (!SECRET.test(secret)) return { kind: "fault", text: "A key begins with sk_ and has no spaces." };
  const found = keys.find(({ prefix }) => secret.startsWith(prefix));
  if (found === undefined)
    return {
      kind: "fault",
      text: "No key of this organisation begins like that. It may belong to another one.",
    };
  if (found.status === "active" || found.status === "rotating")
    return { kind: "own", secret, name: found.name };
  return { kind: "fault", text: `“${found.name}” is ${found.status}. Paste another key, or make one.` };
}

/** A name that no other key has: "First key", then "Key 2". */
export const nextKeyName = (keys: readonly unknown[]): string =>
  keys.length === 0 ? "First key" : `Key ${keys.length + 1}`;
