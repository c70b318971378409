// Signs that one account saw or changed something of another.

/** Operations whose path holds a name that every account chooses for itself, not an id. */
export const NAMED_BY_CALLER: ReadonlySet<string> = new Set(["putModelOverride", "deleteModelOverride"]);

/** Markers in the answer that the caller did not send. */
export function leaksOf(answer: string, given: string, markers: readonly string[]): readonly string[] {
  return markers.filter((marker) => answer.includes(marker) && !given.includes(marker));
}

/** An account's export without what changes by reading it. */
export const comparableExport = (text: string): string =>
  text
    .split("\n")
    .filter((line) => !line.includes('"type":"audit"'))
    .map((line) => line.replaceAll(/"last_(?:used|seen)_at":("[^"]*"|null)/g, ""))
    .join("\n");
