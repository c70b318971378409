// The members of a schema that our own walks read; every schema of ours is made of these.
import type { TSchema } from "typebox";

export interface SchemaShape {
  readonly properties?: Readonly<Record<string, SchemaShape>>;
  readonly patternProperties?: Readonly<Record<string, SchemaShape>>;
  readonly additionalProperties?: unknown;
  readonly items?: SchemaShape;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly maxProperties?: number;
  readonly anyOf?: readonly SchemaShape[];
  readonly const?: unknown;
}

export const shapeOf = (schema: TSchema): SchemaShape => schema;

/** Lists the branches of a union that are no unions themselves. An object with members is one branch, whatever its own branches demand. */
export function branchesOf(shape: SchemaShape): readonly SchemaShape[] {
  return shape.anyOf === undefined || shape.properties !== undefined
    ? [shape]
    : shape.anyOf.flatMap(branchesOf);
}
