import { averageWidth } from "@signalbox/charts";

/** The bolder of the weights that charts write in, so that a label never turns out wider than it was taken for. */
const WEIGHT = 600;
const SIZE_PX = 12;

let pen: CanvasRenderingContext2D | null | undefined;

function penOf(): CanvasRenderingContext2D | null {
  const context = document.createElement("canvas").getContext("2d");
  const family = getComputedStyle(document.documentElement).getPropertyValue("--font");
  if (context !== null) context.font = `${WEIGHT} ${SIZE_PX}px ${family}`;
  return context;
}

/** Between a label and its neighbour. @unit pixels */
const ROOM_PX = 16;

/** Room that the widest of the labels needs, its distance to the next included. @unit pixels */
export const labelRoom = (labels: readonly string[]): number =>
  Math.ceil(Math.max(0, ...labels.map(textWidth))) + ROOM_PX;

/** The place where a picture begins behind the labels of its vertical axis. @unit pixels */
export const leftOf = (ticks: readonly { readonly label: string }[]): number =>
  Math.max(52, labelRoom(ticks.map(({ label }) => label)));

/** Width of a label of a chart in the font of this machine; estimated where there is no browser. @unit pixels */
export function textWidth(text: string): number {
  if (typeof document === "undefined") return averageWidth(text);
  pen ??= penOf();
  return pen?.measureText(text).width ?? averageWidth(text);
}
