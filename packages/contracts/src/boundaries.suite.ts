// Boundaries of a schema, as lists of examples: the last value that fits and the first that does not.
import assert from "node:assert/strict";
import { test } from "node:test";

import type { TSchema } from "typebox";
import { Compile } from "typebox/compile";

type Examples = Readonly<Record<string, unknown>>;

interface Boundaries {
  readonly schema: TSchema;
  /** A whole value that fits; the examples change members of it. */
  readonly valid: Readonly<Record<string, unknown>>;
  /** Changed members by what they represent; undefined leaves a member out. */
  readonly takes: Readonly<Record<string, Examples>>;
  readonly refuses: Readonly<Record<string, Examples>>;
}

/** JSON has no undefined: a member that is not there is left out, as on the wire. */
function withMembers(valid: Examples, members: Examples): unknown {
  return JSON.parse(JSON.stringify({ ...valid, ...members }));
}

export function holdBoundaries(name: string, { schema, valid, takes, refuses }: Boundaries): void {
  const validator = Compile(schema);
  test(`${name} takes a plain example`, () => {
    assert.deepEqual([...validator.Errors(withMembers(valid, {}))], []);
  });
  for (const [what, members] of Object.entries(takes))
    test(`${name} takes ${what}`, () => {
      assert.deepEqual([...validator.Errors(withMembers(valid, members))], []);
    });
  for (const [what, members] of Object.entries(refuses))
    test(`${name} refuses ${what}`, () => {
      assert.equal(validator.Check(withMembers(valid, members)), false);
    });
}

export const characters = (count: number): string => "x".repeat(count);
export const items = <T>(count: number, item: T): T[] => Array.from({ length: count }, () => item);
