// The frame of every chart: title, the sentence that says what it shows, the table behind it, and the CSV of that table.
// Its picture and its link carry the address of the view, so that either leads back to it. Invariant: no number is drawn that the table does not hold.

import { useEffect, useId, useRef, useState } from "preact/hooks";
import type { ComponentChildren } from "preact";
import { Button } from "../components/button.tsx";
import { CopyButton } from "../components/copy-button.tsx";
import { download, toCsv, type Cell } from "../lib/values.ts";
import { timeZone } from "../lib/range.ts";
import { ScrollRegion } from "../components/panel.tsx";

// A figure drawn again on a canvas: shapes where the browser laid them out, in the colours that it computed, and every word at
// its place. No image is loaded, which the content policy would refuse, so nothing can taint the canvas.

const SCALE = 2;
const FOOT_PX = 26;
/** Elements to press, and those that only screen readers hear. */
const LEFT_OUT = ".chart-tools, .visually-hidden, select, svg";

type Pen = CanvasRenderingContext2D;

interface Sheet {
  readonly pen: Pen;
  /** The place where the figure begins in the window. */
  readonly left: number;
  readonly top: number;
}

const fontOf = ({ fontWeight, fontSize, fontFamily }: CSSStyleDeclaration): string =>
  `${fontWeight} ${fontSize} ${fontFamily}`;

function outlineOf(shape: Element): Path2D {
  const of = (name: string): number => Number(shape.getAttribute(name) ?? 0);
  const path = new Path2D(shape.getAttribute("d") ?? "");
  if (shape.tagName === "rect") path.rect(of("x"), of("y"), of("width"), of("height"));
  if (shape.tagName === "circle") path.arc(of("cx"), of("cy"), of("r"), 0, 2 * Math.PI);
  if (shape.tagName === "line") {
    path.moveTo(of("x1"), of("y1"));
    path.lineTo(of("x2"), of("y2"));
  }
  return path;
}

const ALIGNED: Readonly<Record<string, CanvasTextAlign>> = { start: "left", middle: "center", end: "right" };

function drawShape({ pen, left, top }: Sheet, shape: SVGGraphicsElement): void {
  const matrix = shape.getScreenCTM();
  const style = getComputedStyle(shape);
  if (matrix === null || style.visibility === "hidden") return;
  pen.setTransform(
    new DOMMatrix([SCALE, 0, 0, SCALE, -left * SCALE, -top * SCALE]).multiply(DOMMatrix.fromMatrix(matrix)),
  );
  const words = shape.tagName === "text" ? (shape.textContent ?? "") : undefined;
  const outline = outlineOf(shape);
  const [x, y] = [Number(shape.getAttribute("x")), Number(shape.getAttribute("y"))];
  pen.font = fontOf(style);
  pen.textAlign = ALIGNED[style.textAnchor] ?? "left";
  pen.textBaseline = "alphabetic";
  const stroke = (): void => {
    if (style.stroke === "none") return;
    pen.globalAlpha = Number(style.opacity) * Number(style.strokeOpacity);
    pen.strokeStyle = style.stroke;
    pen.lineWidth = Number.parseFloat(style.strokeWidth);
    pen.lineJoin = "round";
    pen.setLineDash((style.strokeDasharray.match(/[\d.]+/g) ?? []).map(Number));
    if (words === undefined) pen.stroke(outline);
    else pen.strokeText(words, x, y);
  };
  // The halo of a word is behind it, the edge of a shape above it.
  if (words !== undefined) stroke();
  if (style.fill !== "none") {
    pen.globalAlpha = Number(style.opacity) * Number(style.fillOpacity);
    pen.fillStyle = style.fill;
    if (words === undefined) pen.fill(outline);
    else pen.fillText(words, x, y);
  }
  if (words === undefined) stroke();
}

/** Word by word, because a line may break between any two. */
function drawWords({ pen, left, top }: Sheet, node: Node): void {
  const parent = node.parentElement;
  if (parent === null || parent.closest(LEFT_OUT) !== null) return;
  const style = getComputedStyle(parent);
  pen.font = fontOf(style);
  pen.fillStyle = style.color;
  const edge = parent.closest(".name")?.getBoundingClientRect().right ?? Number.MAX_SAFE_INTEGER;
  for (const { index, 0: word } of (node.textContent ?? "").matchAll(/\S+/g)) {
    const range = document.createRange();
    range.setStart(node, index);
    range.setEnd(node, index + word.length);
    const box = range.getBoundingClientRect();
    if (box.width === 0 || box.left >= edge) continue;
    pen.fillText(word, box.left - left, box.top - top + box.height / 2, edge - box.left);
  }
}

function plainly(pen: Pen): void {
  pen.setTransform(SCALE, 0, 0, SCALE, 0, 0);
  pen.globalAlpha = 1;
  pen.textAlign = "left";
  pen.textBaseline = "middle";
}

/** @param foot one line below everything, in small print */
function drawFigure(figure: HTMLElement, foot: string): HTMLCanvasElement {
  const { left, top, width, height } = figure.getBoundingClientRect();
  const canvas = document.createElement("canvas");
  canvas.width = Math.ceil(width * SCALE);
  canvas.height = Math.ceil((height + FOOT_PX) * SCALE);
  const pen = canvas.getContext("2d");
  if (pen === null) throw new Error("this browser draws no canvas");
  const sheet = { pen, left, top };
  for (const colour of [document.body, figure].map((one) => getComputedStyle(one).backgroundColor)) {
    pen.fillStyle = colour;
    pen.fillRect(0, 0, canvas.width, canvas.height);
  }
  for (const shape of figure.querySelectorAll<SVGGraphicsElement>("path, rect, circle, line, text"))
    drawShape(sheet, shape);
  plainly(pen);
  const texts = document.createTreeWalker(figure, NodeFilter.SHOW_TEXT);
  while (texts.nextNode() !== null) drawWords(sheet, texts.currentNode);
  pen.font = fontOf(getComputedStyle(figure)).replace(/[\d.]+px/, "11px");
  pen.fillStyle = getComputedStyle(figure).color;
  pen.fillText(foot, 14, height + FOOT_PX / 2 - 4, width - 28);
  return canvas;
}

const shown = (cell: Cell): string => {
  if (cell === null || cell === undefined) return "–";
  if (typeof cell === "number") return Number(cell.toPrecision(5)).toString();
  return String(cell);
};

export function ChartTable(props: ChartData & { readonly title: string }): ComponentChildren {
  return (
    <ScrollRegion label={`${props.title}, as a table`} isTall>
      <table className="table">
        <thead>
          <tr>
            {props.columns.map((column) => (
              <th key={column} scope="col">
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {props.rows.map((row) => (
            <tr key={row.join("|")}>
              {row.map((cell, index) => (
                <td key={props.columns[index]} className={typeof cell === "number" ? "number" : undefined}>
                  {shown(cell)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollRegion>
  );
}

export interface ChartData {
  readonly columns: readonly string[];
  readonly rows: readonly (readonly Cell[])[];
}

interface Props {
  readonly title: string;
  /** Summary of the picture, for those who do not see it. */
  readonly summary: string;
  readonly data: ChartData;
  readonly fileName: string;
  readonly children: ComponentChildren;
  readonly tools?: ComponentChildren;
  readonly isBare?: boolean;
}

export function ChartFrame(props: Props): ComponentChildren {
  const [isTable, setIsTable] = useState(false);
  const id = useId();
  const ref = useRef<HTMLElement>(null);
  const { columns, rows } = props.data;
  const { fileName } = props;
  useEffect(() => {
    if (location.hash === `#${fileName}`) ref.current?.scrollIntoView();
    // Once: afterwards the reader scrolls.
  }, []);
  return (
    <figure
      ref={ref}
      id={fileName}
      className={props.isBare === true ? "chart" : "panel chart"}
      aria-labelledby={id}
    >
      <div className="panel-head">
        <h2 id={id}>{props.title}</h2>
        <div className="chart-tools">
          {props.tools}
          <Button kind="quiet" size="small" isPressed={isTable} onClick={() => setIsTable(!isTable)}>
            {isTable ? "Chart" : "Table"}
            <span className="visually-hidden"> of {props.title}</span>
          </Button>
          <span className="chart-save">
            <Button
              kind="quiet"
              size="small"
              onClick={() => download(`${fileName}.csv`, toCsv(columns, rows))}
            >
              CSV<span className="visually-hidden"> of {props.title}</span>
            </Button>
            {isTable ? null : (
              <Button kind="quiet" size="small" onClick={() => savePicture(ref.current, fileName)}>
                PNG<span className="visually-hidden"> of {props.title}</span>
              </Button>
            )}
          </span>
          <CopyButton kind="quiet" label="Link" of={props.title} text={linkTo(fileName)} />
        </div>
      </div>
      <p className="visually-hidden">{props.summary}</p>
      {isTable ? (
        <ChartTable title={props.title} columns={columns} rows={rows} />
      ) : (
        <div className="panel-body">{props.children}</div>
      )}
    </figure>
  );
}

const linkTo = (fileName: string): string =>
  typeof location === "undefined"
    ? ""
    : `${location.origin}${location.pathname}${location.search}#${fileName}`;

/** The address as a person writes it; a stray percent sign stays one. */
export function readable(address: string): string {
  try {
    return decodeURI(address);
  } catch {
    return address;
  }
}

function savePicture(figure: HTMLElement | null, fileName: string): void {
  if (figure === null) return;
  const foot = `${new Date().toLocaleString("en-GB")}, times in ${timeZone()} · ${location.host}${readable(location.pathname + location.search)}`;
  drawFigure(figure, foot).toBlob((picture) => {
    if (picture !== null) download(`${fileName}.png`, picture, "image/png");
  });
}
