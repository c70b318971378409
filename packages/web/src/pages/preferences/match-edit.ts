// Editing one match of a rule. A match may state several members, and every one must fit; members that the form does not
// know, because a newer service or another program wrote them, stay as they are.
import type { CandidateMatch } from "@signalbox/sdk";

import { formatAttribute, parseAttribute } from "./attribute-text.ts";

export const MATCH_MEMBERS = ["label", "provider", "model", "attribute"] as const;

export type MatchMember = (typeof MATCH_MEMBERS)[number];

/** The members that the form shows: those that are stated, else an empty label to type into. */
export function statedMembers(match: CandidateMatch): readonly MatchMember[] {
  const stated = MATCH_MEMBERS.filter((member) => match[member] !== undefined);
  return stated.length === 0 ? ["label"] : stated;
}

export function memberText(match: CandidateMatch, member: MatchMember): string {
  if (member !== "attribute") return match[member] ?? "";
  return match.attribute === undefined ? "" : formatAttribute(match.attribute);
}

export function withMemberText(match: CandidateMatch, member: MatchMember, text: string): CandidateMatch {
  if (member !== "attribute") return { ...match, [member]: text };
  return { ...match, attribute: { ...match.attribute, ...parseAttribute(text) } };
}

/** States `to` in place of `from`. A glob is carried over; to and from an attribute there is nothing to carry. */
export function withMemberRenamed(match: CandidateMatch, from: MatchMember, to: MatchMember): CandidateMatch {
  const { [from]: _dropped, ...rest } = match;
  const isCarried = from !== "attribute" && to !== "attribute";
  return withMemberText(rest, to, isCarried ? memberText(match, from) : "");
}
