import { loadTsx } from "./load-tsx.ts";

/** Everything of `parts.ts`, compiled as the page is. */
export const loadParts = (): Promise<typeof import("./parts.ts")> => loadTsx("../test/support/parts.ts");
