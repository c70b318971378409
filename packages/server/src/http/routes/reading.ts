/** Common settings of the routes that show an account its own figures: a key that may read reaches them, and any member. */
export const reading = <Tag extends string>(tag: Tag) =>
  ({ method: "GET", access: { kind: "key", scope: "read" }, tag }) as const;
