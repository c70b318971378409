/** Who is signed in. A 401 from any call makes it be asked again. */
export const ME_KEY = ["me"] as const;
