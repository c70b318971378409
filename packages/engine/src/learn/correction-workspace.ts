// A correction's tables in kernel memory, and one prompt's way through them. Kept for as long as the candidates stay the same.
import { headsOf } from "../reader/features/prompt-features.ts";
import { cutCoordinate } from "./correction-basis.ts";
import type { ArmTable, AxesTable, CorrectionTables } from "./correction-tables.ts";
import { arenaFor, FLOAT_BYTES, isStanding, takeBlock, toColumns } from "./kernel-arena.ts";
import type { Arena, Block, Place } from "./kernel-arena.ts";

interface PlacedAxes {
  readonly table: AxesTable;
  readonly directions: Block;
  readonly input: Block;
  readonly output: Block;
}

export interface Placement extends Place {
  readonly tables: CorrectionTables;
  readonly arms: Int32Array;
  readonly heads: PlacedAxes;
  readonly features: PlacedAxes;
  readonly common: Block;
  readonly products: Block;
  readonly linear: Block;
  readonly quadratic: Block;
  /** w . c and l . c of every candidate. @shape candidates x 2 */
  readonly linearOut: Block;
  /** q . z of every candidate. @shape candidates */
  readonly quadraticOut: Block;
}

const floatsOfAxes = ({ count, columns }: AxesTable): number => count * columns + columns + toColumns(count);

function bytesOf({ heads, features, arms }: CorrectionTables, candidates: number): number {
  const { commonColumns, productColumns } = arms;
  const perCandidate = 2 * commonColumns + productColumns;
  const outputs = toColumns(2 * candidates) + toColumns(candidates);
  const floats = candidates * perCandidate + outputs + commonColumns + productColumns;
  return FLOAT_BYTES * (floats + floatsOfAxes(heads) + floatsOfAxes(features));
}

function place(arena: Arena, tables: CorrectionTables, arms: Int32Array): Placement {
  const take = (count: number): Block => takeBlock(arena, count);
  const takeAxes = (table: AxesTable): PlacedAxes => {
    const directions = take(table.count * table.columns);
    directions.view.set(table.directions);
    const input = take(table.columns);
    input.view.fill(0);
    return { table, directions, input, output: take(table.count) };
  };
  const { commonColumns, productColumns, linear, quadratic } = tables.arms;
  const placement = {
    arena,
    round: arena.round,
    tables,
    arms: Int32Array.from(arms),
    heads: takeAxes(tables.heads),
    features: takeAxes(tables.features),
    common: take(commonColumns),
    products: take(productColumns),
    linear: take(arms.length * 2 * commonColumns),
    quadratic: take(arms.length * productColumns),
    linearOut: take(arms.length * 2),
    quadraticOut: take(arms.length),
  };
  placement.common.view.fill(0);
  placement.products.view.fill(0);
  arms.forEach((arm, at) => {
    const [from, length] = [arm * 2 * commonColumns, 2 * commonColumns];
    placement.linear.view.set(linear.subarray(from, from + length), at * length);
    const start = arm * productColumns;
    placement.quadratic.view.set(quadratic.subarray(start, start + productColumns), at * productColumns);
  });
  return placement;
}

function holds(known: Placement, arms: Int32Array): boolean {
  const { arms: placed } = known;
  if (!isStanding(known) || placed.length !== arms.length) return false;
  for (let index = 0; index < arms.length; index += 1) if (placed[index] !== arms[index]) return false;
  return true;
}

/**
 * Tables and candidates in kernel memory.
 * @param known where the same tables were placed last; comes back if it still holds
 * @param arms row of every candidate
 */
export function placeCorrection(
  tables: CorrectionTables,
  arms: Int32Array,
  known: Placement | undefined,
): Placement {
  if (known !== undefined && holds(known, arms)) return known;
  return place(arenaFor(bytesOf(tables, arms.length)), tables, arms);
}

function project({ memory }: Arena, axes: PlacedAxes, row: Float32Array): void {
  const { table, directions, input, output } = axes;
  if (table.count === 0) return;
  input.view.set(row);
  memory.kernels.matrixVector(directions.address, input.address, output.address, table.count, table.columns);
}

function writeCoordinates({ common }: Placement, { table, output }: PlacedAxes, start: number): void {
  const { count, offsets, weights } = table;
  for (let axis = 0; axis < count; axis += 1) {
    const projection = output.view[axis]! - offsets[axis]!;
    common.view[start + axis] = weights[axis]! * cutCoordinate(projection);
  }
}

function writeProducts({ common, products }: Placement, { commonSize }: ArmTable): void {
  const c = common.view;
  const z = products.view;
  let at = 0;
  for (let i = 0; i < commonSize; i += 1) {
    const factor = c[i]!;
    for (let j = 0; j <= i; j += 1) z[at + j] = factor * c[j]!;
    at += i + 1;
  }
}

/** Fills `linearOut` and `quadraticOut` for one prompt. */
export function applyPlaced(placement: Placement, encoding: { readonly features: Float32Array }): void {
  const { arena: home, tables, arms, common, products, heads, features } = placement;
  const { kernels } = home.memory;
  project(home, heads, headsOf(encoding.features));
  project(home, features, encoding.features);
  common.view[0] = 1;
  writeCoordinates(placement, heads, 1);
  writeCoordinates(placement, features, 1 + heads.table.count);
  writeProducts(placement, tables.arms);
  const { commonColumns, productColumns } = tables.arms;
  const { linear, linearOut, quadratic, quadraticOut } = placement;
  const { address } = common;
  kernels.matrixVector(linear.address, address, linearOut.address, arms.length * 2, commonColumns);
  const from = products.address;
  kernels.matrixVector(quadratic.address, from, quadraticOut.address, arms.length, productColumns);
}
