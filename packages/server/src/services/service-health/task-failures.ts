import { perContext } from "../per-context.ts";

/** Rounds that failed one after the other, by the name of the background task; a round that ends well forgets them. */
export const taskFailures = perContext(() => new Map<string, number>());
