import type { ComponentChildren } from "preact";

import { fromLocalField, SPANS, timeZone, toLocalField } from "../lib/range.ts";
import type { Range } from "../lib/range.ts";
import { Segmented } from "./choice.tsx";
import { TextField } from "./field.tsx";

interface Props {
  readonly range: Range;
  readonly onChange: (range: Range) => void;
  /** Whether all of time may be chosen. */
  readonly hasAll?: boolean;
}

const CUSTOM = { value: "custom", label: "Custom" } as const;
const ALL = { value: "", label: "All" } as const;

/** The span of time of a view: the same control on every page that has one. */
export function RangeControl({ range, onChange, hasAll }: Props): ComponentChildren {
  return (
    <div className="range">
      <Segmented<Range["span"]>
        label="Span of time"
        isLabelHidden
        value={range.span}
        options={[...(hasAll === true ? [ALL] : []), ...SPANS, CUSTOM]}
        onChange={(span) => onChange({ ...range, span })}
      />
      {range.span === "custom" ? (
        <div className="range-ends">
          <TextField
            label="From"
            type="datetime-local"
            value={toLocalField(range.from)}
            onChange={(text) => onChange({ ...range, from: fromLocalField(text) })}
          />
          <TextField
            label="Until"
            type="datetime-local"
            value={toLocalField(range.to)}
            onChange={(text) => onChange({ ...range, to: fromLocalField(text) })}
          />
          <span className="hint">{timeZone()}</span>
        </div>
      ) : null}
    </div>
  );
}
