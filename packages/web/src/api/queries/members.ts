export const MEMBERS_KEY = ["members"] as const;
/** All of them, to know them by name. */
export const MEMBER_NAMES_KEY = [...MEMBERS_KEY, "names"] as const;
