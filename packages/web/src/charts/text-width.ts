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

/** Width of a label of a chart in the font of this machine; estimated where there is no browser. @unit pixels */
export function textWidth(text: string): number {
  if (typeof document === "undefined") return averageWidth(text);
  pen ??= penOf();
  return pen?.measureText(text).width ?? averageWidth(text);
}
