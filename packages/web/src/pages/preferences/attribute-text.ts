// An attribute rule as one line of text: `name op value`. What is not complete yet is kept as typed, in the name.
import type { CandidateMatch } from "@signalbox/sdk";

type Attribute = NonNullable<CandidateMatch["attribute"]>;

const OPS = ["eq", "ne", "lt", "le", "gt", "ge", "in"] as const;

function valueOf(text: string, op: Attribute["op"]): Attribute["value"] {
  if (op === "in") return text.split(",").map((part) => scalarOf(part.trim()));
  if (text === "true" || text === "false") return text === "true";
  return scalarOf(text);
}

const scalarOf = (text: string): string | number =>
  text !== "" && Number.isFinite(Number(text)) ? Number(text) : text;

export function parseAttribute(text: string): Attribute {
  const match = /^(\S+) (eq|ne|lt|le|gt|ge|in) (.*)$/.exec(text);
  const op = OPS.find((one) => one === match?.[2]);
  if (match === null || op === undefined) return { name: text, op: "eq", value: "" };
  return { name: match[1] ?? "", op, value: valueOf(match[3] ?? "", op) };
}

export function formatAttribute({ name, op, value }: Attribute): string {
  if (value === "") return name;
  return `${name} ${op} ${Array.isArray(value) ? value.join(", ") : String(value)}`;
}
