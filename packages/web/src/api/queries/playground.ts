export const playgroundKey = (request: unknown) => ["playground", request] as const;
