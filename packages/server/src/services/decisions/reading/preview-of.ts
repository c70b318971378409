import { isRecord, PREVIEW_CHARS_MAX } from "@signalbox/contracts";

/** How the last message of the user begins, on one line; null without kept words. */
export function previewOf(text: Readonly<Record<string, unknown>> | undefined): string | null {
  const messages = text?.["messages"];
  if (!Array.isArray(messages)) return null;
  const last: unknown = messages.findLast(
    (message: unknown) => isRecord(message) && (message["role"] ?? "user") === "user",
  );
  const words = isRecord(last) ? last["text"] : undefined;
  if (typeof words !== "string") return null;
  // Four times as much leaves enough after runs of blanks are one, and bounds what is looked at.
  const line = words
    .slice(0, PREVIEW_CHARS_MAX * 4)
    .replaceAll(/\s+/g, " ")
    .trim();
  return line === "" ? null : line.slice(0, PREVIEW_CHARS_MAX).toWellFormed();
}
