/** Expected output, in tokens of the model's own family. */
export interface OutputTokenEstimate {
  readonly visibleMean: number;
  readonly hiddenMean: number;
  /** 80 % interval of visible plus hidden tokens. */
  readonly low: number;
  readonly high: number;
}
