// A statement whose text the query layer makes once. Making it takes longer than a small statement runs, and is done for every
// report of an agent's call otherwise.
import { CompiledQuery, type Compilable } from "kysely";

import type { Dialect } from "../interface/dialect.ts";
import type { Context } from "./context.ts";

/** Stands for a member of the values while the text is made. */
class Place {
  readonly name: string;

  constructor(name: string) {
    this.name = name;
  }
}

/**
 * @param names the members that `build` puts into the statement; whatever else it puts there is part of the text for good
 * @returns the first row, if the statement gives any
 */
export function compileOnce<Values extends object, Row>(
  names: readonly (keyof Values & string)[],
  build: (context: Context, values: Values) => Compilable<Row>,
): (context: Context, values: Values) => Promise<Row | undefined> {
  const texts = new Map<Dialect, Pick<CompiledQuery, "sql" | "parameters">>();
  const places = Object.fromEntries(names.map((name) => [name, new Place(name)]));
  const textOf = (context: Context): Pick<CompiledQuery, "sql" | "parameters"> => {
    const known = texts.get(context.dialect);
    if (known !== undefined) return known;
    const { sql, parameters } = build(context, places as Values).compile();
    texts.set(context.dialect, { sql, parameters });
    return { sql, parameters };
  };
  return async (context, values) => {
    const { sql, parameters } = textOf(context);
    const bound = parameters.map((each) =>
      each instanceof Place ? values[each.name as keyof Values] : each,
    );
    const { rows } = await context.db.executeQuery<Row>(CompiledQuery.raw(sql, bound));
    return rows[0];
  };
}
