// Actions of the audit log as a person would say them, and the names of what they were done to.
import type { AuditEntry } from "@signalbox/sdk";

const WORDS = {
  "account.claim": "claimed the account",
  "account.create": "made the account",
  "account.export": "exported the account",
  "account.sign_up": "opened the account",
  "account.update": "changed the settings",
  "alert.acknowledge": "acknowledged an alert",
  "alert.mute": "muted an alert",
  "custom_router.activate": "switched a custom router on",
  "custom_router.cancel": "cancelled a training",
  "custom_router.create": "started a training",
  "custom_router.deactivate": "switched a custom router off",
  "custom_router.forget_rows": "deleted the rows kept with a custom router",
  "custom_router.train_again": "started a training from kept rows",
  "key.create": "made a key",
  "key.revoke": "revoked a key",
  "key.rotate": "rotated a key",
  "key.update": "changed a key",
  "member.invite": "invited a member",
  "member.join": "joined",
  "member.set_role": "changed a role",
  "member.withdraw_invite": "withdrew an invitation",
  "model.delete_override": "undid corrections of a model",
  "model.override": "corrected a model",
  "preference.create": "made a preference",
  "preference.delete": "deleted a preference",
  "preference.rollback": "rolled a preference back",
  "preference.update": "changed a preference",
  "privacy.erase": "erased decisions",
  "privacy.export": "exported decisions",
  "replay.delete": "deleted a replay",
  "second_factor.disable": "turned their second factor off",
  "second_factor.enable": "turned their second factor on",
  "second_factor.renew_codes": "renewed their recovery codes",
  "second_factor.reset": "reset a second factor",
  "session.end": "ended a session",
  "user.allow_password": "let a person in without single sign-on",
  "user.change_email": "changed the address",
  "user.change_password": "changed the password",
  "user.sign_in": "signed in",
  "user.sign_in_failed": "refused a sign-in",
} as const;

/** The code itself where a newer service writes one that this page does not know. */
export const actionWords = (action: string): string =>
  Object.hasOwn(WORDS, action) ? WORDS[action as keyof typeof WORDS] : action;

export const ACTIONS = Object.entries(WORDS).map(([value, label]) => ({ value, label }));

/** A list of names reads as one; everything else that is no text stays JSON. */
export function detailWords(value: unknown): string {
  if (typeof value === "string") return value;
  const isNames = Array.isArray(value) && value.every((one) => typeof one === "string");
  return isNames ? value.join(", ") : JSON.stringify(value);
}

const PAGES: Readonly<Record<string, (id: string) => string>> = {
  preference: (id) => `/preferences/${id}`,
  custom_router: (id) => `/custom-routers/${id}`,
  model: (id) => `/models/${encodeURIComponent(id)}`,
  key: () => "/keys",
  member: () => "/members",
};

/** The page of what an entry is about; undefined where it has none, or is gone by what the entry says. */
export function targetHref({ action, target }: Pick<AuditEntry, "action" | "target">): string | undefined {
  const [kind = "", verb] = action.split(".");
  return target === null || verb === "delete" ? undefined : PAGES[kind]?.(target);
}

interface Named {
  readonly id: string;
  readonly name: string;
}

/** The name in the entry, else the one that the id has today; undefined where only the id is known. */
export function targetName({ target, details }: AuditEntry, known: readonly Named[]): string | undefined {
  const { name, email } = details;
  if (typeof name === "string" && name !== "") return name;
  if (typeof email === "string" && email !== "") return email;
  return known.find(({ id }) => id === target)?.name;
}
