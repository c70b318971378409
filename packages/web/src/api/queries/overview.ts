export const overviewKey = (query: object) => ["overview", query] as const;
