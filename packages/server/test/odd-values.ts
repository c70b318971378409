// Values of the right type that nobody expects: texts that end a text early, numbers beyond what is stored.

export const ODD_TEXTS = [
  "\u0000",
  "a\u0000b",
  "🚂".repeat(100),
  "\u202e",
  "' or 1=1 --",
  "%00",
  "../..",
  " ",
  "x".repeat(5000),
] as const;
export const ODD_NUMBERS = [-1, 1e308, 0.5, Number.MAX_SAFE_INTEGER] as const;

/** Every copy of the sample in which one leaf is something odd. */
export function oddVariants(sample: unknown): readonly unknown[] {
  if (typeof sample === "string") return ODD_TEXTS;
  if (typeof sample === "number") return ODD_NUMBERS;
  if (Array.isArray(sample)) return [[], ...sample.flatMap((item) => oddVariants(item).map((odd) => [odd]))];
  if (typeof sample !== "object" || sample === null) return [null, "odd"];
  return Object.entries(sample).flatMap(([name, member]) =>
    [...oddVariants(member), null].map((odd) => Object.assign({}, sample, { [name]: odd })),
  );
}
