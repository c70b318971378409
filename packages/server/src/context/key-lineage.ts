import type { ApiKey } from "@signalbox/storage";

/** Shared by a key and those that rotation makes of it: the id of the first. */
export const lineageOf = ({ id, lineageId }: Pick<ApiKey, "id" | "lineageId">): string => lineageId ?? id;
