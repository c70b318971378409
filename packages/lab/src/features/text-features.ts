// Where the vectors of prompts come from. Pluggable, so that every baseline can get the best encoder at hand.

/** A fitted encoder of texts. */
export interface TextFeatures {
  readonly dim: number;
  /** Unit-length rows. @shape texts.length x dim */
  encode(texts: readonly string[]): Float32Array;
}

export interface FeatureSource {
  /** For reports: which encoder, of which width. */
  readonly title: string;
  /** Sources that learn from texts do so from these alone; the others ignore them. */
  fit(trainingTexts: readonly string[], seed: number): TextFeatures;
}
