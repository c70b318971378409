/** Settings of glibc's allocator for a small process. */
export const FRUGAL_MALLOC: Readonly<Record<string, string>>;
export function runNode(node: string, args: readonly string[]): void;
