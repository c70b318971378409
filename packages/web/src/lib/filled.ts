/** The text without the space around it; undefined when nothing is left, because an empty name is not a name. */
export const filled = (text: string): string | undefined => (text.trim() === "" ? undefined : text.trim());
