// Abilities by field: one row per field, one tick a model, the named one in full.
import { extent, linearAxis } from "@signalbox/charts";
import type { Model } from "@signalbox/sdk";
import type { ComponentChildren } from "preact";

import { AxisBottom } from "../../charts/axes.tsx";
import { ChartFrame } from "../../charts/chart-frame.tsx";
import { labelRoom } from "../../charts/text-width.ts";
import { useWidth } from "../../charts/use-width.ts";
import { words } from "../../lib/format.ts";
import { SHARE } from "../../lib/units.ts";

const ROW_PX = 30;

interface Props {
  readonly models: readonly Model[];
  /** Shown in full; nothing is drawn where none of its abilities is known. */
  readonly modelId: string;
}

export function AbilityPlot(props: Props): ComponentChildren {
  const able = props.models.filter((model) => model.abilities.length > 0);
  const [ref, widthPx] = useWidth(720);
  const shown = able.find((model) => model.id === props.modelId);
  if (shown === undefined) return null;
  const fields = shown.abilities.map((ability) => ability.field);
  const heightPx = fields.length * ROW_PX + 44;
  const leftPx = labelRoom(fields.map(words));
  const domain = extent(able.flatMap((model) => model.abilities.map((ability) => ability.success)));
  const { place: x, ticks } = linearAxis({
    domain: domain ?? [0, 1],
    range: [leftPx, widthPx - 16],
    format: SHARE.tick,
    count: 5,
    isNice: true,
  });
  const box = { left: leftPx, right: widthPx - 16, top: 0, bottom: fields.length * ROW_PX + 6 };
  const summary = `Expected success of ${able.length} models in ${fields.length} fields; ${shown.name} in full.`;
  return (
    <ChartFrame title="Abilities by field" fileName="abilities" summary={summary} data={tableOf(able)}>
      <div ref={ref}>
        <svg viewBox={`0 0 ${widthPx} ${heightPx}`} role="img" aria-label={summary}>
          {fields.map((field, row) => (
            <FieldRow
              key={field}
              field={field}
              y={row * ROW_PX + 18}
              models={able}
              shown={shown}
              x={x}
              box={box}
            />
          ))}
          <AxisBottom box={box} ticks={ticks} title="expected success on a middling prompt of the field" />
        </svg>
      </div>
    </ChartFrame>
  );
}

interface RowProps {
  readonly field: string;
  readonly y: number;
  readonly models: readonly Model[];
  readonly shown: Model;
  readonly x: (value: number) => number;
  readonly box: { readonly left: number; readonly right: number };
}

function FieldRow(props: RowProps): ComponentChildren {
  const { field, y, x, box } = props;
  const own = props.shown.abilities.find((ability) => ability.field === field);
  return (
    <g>
      <text x={box.left - 12} y={y + 4} text-anchor="end">
        {words(field)}
      </text>
      <line className="grid" x1={box.left} x2={box.right} y1={y} y2={y} />
      <path className="crowd" d={ticksAt(successesIn(props.models, field), x, y)} />
      {own === undefined ? null : (
        <>
          <line
            className="spread"
            x1={x(Math.max(0, own.success - own.spread))}
            x2={x(Math.min(1, own.success + own.spread))}
            y1={y}
            y2={y}
          />
          <circle className="stop-point" data-picked="true" cx={x(own.success)} cy={y} r={6} />
        </>
      )}
    </g>
  );
}

function successesIn(models: readonly Model[], field: string): number[] {
  return models.flatMap((model) => model.abilities.find((one) => one.field === field)?.success ?? []);
}

const TICK_PX = 9;

/** One tick a model, all in one path: hundreds of models would otherwise be thousands of elements. */
function ticksAt(successes: readonly number[], x: (value: number) => number, y: number): string {
  return successes.map((success) => `M${x(success).toFixed(1)} ${y - TICK_PX / 2}v${TICK_PX}`).join("");
}

function tableOf(models: readonly Model[]) {
  return {
    columns: ["model", "field", "success", "spread"],
    rows: models.flatMap((model) =>
      model.abilities.map((ability) => [model.id, ability.field, ability.success, ability.spread]),
    ),
  };
}
