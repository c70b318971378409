/** As if so many empty tokens stood beside a prompt's own: the mean of two or three words alone swings too far. */
const EMPTY_TOKENS = 4;

/** What each token counts in the pooled vector of a prompt of `tokenCount` tokens. */
export function poolShare(tokenCount: number): number {
  return 1 / (tokenCount + EMPTY_TOKENS);
}
