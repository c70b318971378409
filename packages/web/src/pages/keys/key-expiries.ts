// When a key ends, as it is chosen in forms: never where keys may live without end, else in so many days.
const DAYS = [7, 30, 90, 365] as const;
const DAY_MS = 86_400_000;

interface Choice {
  readonly value: string;
  readonly label: string;
}

const inDays = (days: number): Choice => ({
  value: String(days),
  label: days === 365 ? "In a year" : `In ${days} day${days === 1 ? "" : "s"}`,
});

/** @param daysMax what the organisation and the installation allow; null is no limit */
export function expiryChoices(daysMax: number | null): readonly Choice[] {
  if (daysMax === null) return [{ value: "never", label: "Never" }, ...DAYS.map(inDays)];
  const shorter = DAYS.filter((days) => days < daysMax);
  return [...shorter, daysMax].toReversed().map(inDays);
}

/** A minute early, so that a clock that is a little ahead asks for no more than is allowed. */
const SLACK_MS = 60_000;

export function expiryOf(choice: string, nowMs: number): string | null {
  return choice === "never" ? null : new Date(nowMs + Number(choice) * DAY_MS - SLACK_MS).toISOString();
}

export const splitAddresses = (text: string): string[] | null => {
  const addresses = text.split(/[\s,]+/).filter((address) => address !== "");
  return addresses.length === 0 ? null : addresses;
};
