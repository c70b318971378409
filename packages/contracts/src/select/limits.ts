// The bounds of a routing request: what the schemas state and the readers hold.
export const SELECT_LIMITS = {
  /** Read or not, known or not. */
  membersMax: 256,
  messagesMax: 2000,
  candidatesMax: 200,
  candidateMembersMax: 64,
  /** Members of all candidates together: of 200 each the twelve that are read, and twenty of a list of models elsewhere. */
  candidateMembersTotalMax: 6_400,
  toolsMax: 128,
  labelCharsMax: 256,
  partsMax: 512,
  subjectCharsMax: 256,
  tagsMax: 16,
  tagNameCharsMax: 64,
  tagValueCharsMax: 128,
  usdPerMTokMax: 1e6,
  latencySMax: 1e5,
  tokensMax: 1e9,
  attributesCharsMax: 16_384,
  attributesTotalCharsMax: 131_072,
  benchmarksMax: 64,
  tokensPerSecondMin: 0.001,
  tokensPerSecondMax: 1e6,
} as const;
