// What a call is for. The names are those that the journal and the explanations show.

export const ROLES = ["main", "sub_agent", "title", "summary", "check"] as const;
export type Role = (typeof ROLES)[number];
