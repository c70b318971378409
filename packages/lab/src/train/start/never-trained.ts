/** Sources whose licence or role keeps them out of every fit, whatever a splits file says. */
export const NEVER_TRAINED: ReadonlySet<string> = new Set(["routellm"]);
