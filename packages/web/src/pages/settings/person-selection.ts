import type { PrivacySelection } from "@signalbox/sdk";

export const WAYS = [
  { value: "subject", label: "Subject of the requests", field: "Subject" },
  { value: "session", label: "Sessions", field: "Session ids" },
  { value: "key", label: "API key", field: "Id of the key" },
] as const;

export interface Asked {
  readonly by: string;
  readonly id: string;
  /** As the browser's field gives them: local time without a zone. */
  readonly from: string;
  readonly to: string;
}

export const EMPTY: Asked = { by: "subject", id: "", from: "", to: "" };

const timeOf = (name: "from" | "to", local: string): PrivacySelection =>
  local === "" || Number.isNaN(Date.parse(local)) ? {} : { [name]: new Date(local).toISOString() };

function byId(by: string, id: string): PrivacySelection {
  if (by === "key") return { key_id: id };
  return by === "session" ? { session_ids: id.split(/[\s,;]+/) } : { subject: id };
}

/** Undefined as long as nothing chooses. Session ids may stand on lines of their own, or between commas. */
export function selectionOf({ by, id, from, to }: Asked): PrivacySelection | undefined {
  const times = { ...timeOf("from", from), ...timeOf("to", to) };
  const wanted = id.trim();
  if (wanted !== "") return { ...byId(by, wanted), ...times };
  return Object.keys(times).length === 0 ? undefined : times;
}
