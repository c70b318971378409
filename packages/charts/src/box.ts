/** Where the marks of a chart may lie. @unit pixels */
export interface Box {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

/** @unit pixels */
export interface Point {
  readonly x: number;
  readonly y: number;
}
