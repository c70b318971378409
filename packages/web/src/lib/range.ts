// A span of time in the address: a preset that moves with the clock, or two moments that stay.

export const SPANS = [
  { value: "1", label: "24 hours" },
  { value: "7", label: "7 days" },
  { value: "30", label: "30 days" },
  { value: "90", label: "90 days" },
] as const;

export type Span = (typeof SPANS)[number]["value"];

export interface Range {
  readonly span: Span | "custom" | "";
  /** ISO times; only a custom span has them, and either may be missing. */
  readonly from: string;
  readonly to: string;
}

export interface Times {
  readonly from?: string;
  /** Missing: until now. */
  readonly to?: string;
}

const DAY_MS = 86_400_000;
const DAY = /^\d{4}-\d{2}-\d{2}$/;

/** A moment of the address: an ISO time, or a day in the reader's own time zone. */
function momentOf(text: string | null, dayEnd: boolean): string {
  if (text === null || text === "") return "";
  const date = new Date(DAY.test(text) ? `${text}T00:00:00` : text);
  if (Number.isNaN(date.getTime())) return "";
  if (dayEnd && DAY.test(text)) date.setDate(date.getDate() + 1);
  return date.toISOString();
}

const isSpan = (text: string | null): text is Span => SPANS.some(({ value }) => value === text);

/** @param fallback span of an address that names none; "" means all of time */
export function readRange(parameters: URLSearchParams, fallback: Span | ""): Range {
  const span = parameters.get("span");
  const from = momentOf(parameters.get("from"), false);
  const to = momentOf(parameters.get("to"), true);
  if (from !== "" || to !== "" || span === "custom") return { span: "custom", from, to };
  return { span: isSpan(span) ? span : fallback, from: "", to: "" };
}

export function writeRange(parameters: URLSearchParams, { span, from, to }: Range): void {
  for (const name of ["span", "from", "to"]) parameters.delete(name);
  if (span !== "custom" && span !== "") parameters.set("span", span);
  if (span !== "custom") return;
  if (from === "" && to === "") parameters.set("span", "custom");
  if (from !== "") parameters.set("from", from);
  if (to !== "") parameters.set("to", to);
}

export function timesOf({ span, from, to }: Range, nowMs: number): Times {
  if (span === "") return {};
  if (span === "custom") return { ...(from !== "" && { from }), ...(to !== "" && { to }) };
  return { from: new Date(nowMs - Number(span) * DAY_MS).toISOString() };
}

/** The span just before, as long; undefined where the beginning is open. */
export function timesBefore(range: Range, nowMs: number): Times | undefined {
  const { from, to } = timesOf(range, nowMs);
  if (from === undefined) return undefined;
  const fromMs = Date.parse(from);
  const lengthMs = (to === undefined ? nowMs : Date.parse(to)) - fromMs;
  return { from: new Date(fromMs - lengthMs).toISOString(), to: from };
}

/** "Europe/Berlin": the zone in which every time of the dashboard is shown. */
export const timeZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone;

/** An ISO time as a field of the browser writes it, in the reader's own zone; and back. */
export function toLocalField(iso: string): string {
  if (iso === "") return "";
  const date = new Date(iso);
  return new Date(date.getTime() - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}

export function fromLocalField(text: string): string {
  const date = new Date(text);
  return text === "" || Number.isNaN(date.getTime()) ? "" : date.toISOString();
}
