// A process in kernel memory: distances of one prompt to the rows that stand for all are one product of a matrix and a vector,
// what they add to the models another. Single precision; tested against the fitted process in double.
//   |x - c|^2 = |x|^2 + |c|^2 - 2 x . c
import { padRows } from "../../kernels/simd-memory.ts";
import { arenaFor, FLOAT_BYTES, isStanding, takeBlock, toColumns } from "../kernel-arena.ts";
import type { Block, Place } from "../kernel-arena.ts";
import { likenessAt } from "./sparse-process.ts";

interface ProcessTables {
  readonly dim: number;
  readonly size: number;
  readonly arms: number;
  readonly columns: number;
  readonly sizeColumns: number;
  /** @shape size x columns */
  readonly inducing: Float32Array;
  /** Squared length of every inducing row. @shape size */
  readonly squares: Float64Array;
  /** @shape arms x sizeColumns */
  readonly weights: Float32Array;
}

export interface PlacedProcess extends Place {
  readonly inducing: Block;
  readonly weights: Block;
  readonly point: Block;
  readonly products: Block;
  readonly likeness: Block;
  readonly added: Block;
}

/** @param inducing @shape size x dim  @param weights @shape arms x size */
export function buildProcessTables(
  { inducing, weights, arms }: { inducing: Float32Array; weights: Float32Array; arms: number },
  dim: number,
): ProcessTables {
  const size = inducing.length / dim;
  const [columns, sizeColumns] = [toColumns(dim), toColumns(size)];
  const squares = Float64Array.from({ length: size }, (_, row) => {
    let sum = 0;
    for (let d = 0; d < dim; d += 1) sum += inducing[row * dim + d]! ** 2;
    return sum;
  });
  return {
    dim,
    size,
    arms,
    columns,
    sizeColumns,
    squares,
    inducing: padRows(inducing, size, dim, columns),
    weights: padRows(weights, arms, size, sizeColumns),
  };
}

function place(tables: ProcessTables): PlacedProcess {
  const { columns, sizeColumns, size, arms, inducing, weights } = tables;
  const floats = inducing.length + weights.length + columns + toColumns(arms) + 2 * sizeColumns;
  const home = arenaFor(FLOAT_BYTES * floats);
  const placed = {
    arena: home,
    round: home.round,
    inducing: takeBlock(home, inducing.length),
    weights: takeBlock(home, weights.length),
    point: takeBlock(home, columns),
    products: takeBlock(home, size),
    likeness: takeBlock(home, sizeColumns),
    added: takeBlock(home, arms),
  };
  placed.inducing.view.set(inducing);
  placed.weights.view.set(weights);
  placed.point.view.fill(0);
  placed.likeness.view.fill(0);
  return placed;
}

/** @param known where the same tables stood last; comes back if they still do */
export function placeProcess(tables: ProcessTables, known: PlacedProcess | undefined): PlacedProcess {
  return known !== undefined && isStanding(known) ? known : place(tables);
}

/** Amount that is added to every model at the point that was written into `placed.point`. */
export function addAtPoint(tables: ProcessTables, placed: PlacedProcess, out: Float64Array): void {
  const { size, squares, columns, sizeColumns, arms, dim } = tables;
  const { arena, inducing, point, products, likeness, weights, added } = placed;
  const { kernels } = arena.memory;
  kernels.matrixVector(inducing.address, point.address, products.address, size, columns);
  let square = 0;
  for (let d = 0; d < dim; d += 1) square += point.view[d]! ** 2;
  for (let j = 0; j < size; j += 1)
    likeness.view[j] = likenessAt(Math.max(0, square + squares[j]! - 2 * products.view[j]!));
  kernels.matrixVector(weights.address, likeness.address, added.address, arms, sizeColumns);
  out.set(added.view);
}
