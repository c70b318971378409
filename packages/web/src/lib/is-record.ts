/** Whether members may be read of a value that came from outside. The dashboard may import the client alone. */
export const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null;
