import type { ComponentChildren } from "preact";

import { Button } from "../../components/button.tsx";
import { Field } from "../../components/field.tsx";
import { counted } from "../../lib/format.ts";
import { readTools } from "./playground-state.ts";

const EXAMPLE = JSON.stringify(
  [
    {
      type: "function",
      function: {
        name: "find_order",
        description: "Finds an order by its number.",
        parameters: { type: "object", properties: { number: { type: "string" } }, required: ["number"] },
      },
    },
  ],
  null,
  2,
);

interface Props {
  readonly text: string;
  readonly onChange: (text: string) => void;
}

/** The functions that come with the conversation. They decide who can answer at all, so they stand apart from its words. */
export function ToolsField({ text, onChange }: Props): ComponentChildren {
  const tools = readTools(text);
  return (
    <details className="tools-field" open={text === "" ? undefined : true}>
      <summary>{tools === undefined || tools.length === 0 ? "Tools" : counted(tools.length, "tool")}</summary>
      <Field
        label="Tools as JSON"
        hint="A list as a request would carry it. Candidates known not to take tools are rejected."
        error={
          tools === undefined ? "This is not a list of tools in JSON; the pick is without them." : undefined
        }
      >
        {(input) => (
          <textarea
            {...input}
            className="input code"
            rows={text === "" ? 3 : 8}
            spellcheck={false}
            placeholder="[]"
            value={text}
            onInput={(event) => onChange(event.currentTarget.value)}
          />
        )}
      </Field>
      <div className="row">
        <Button size="small" kind="quiet" onClick={() => onChange(EXAMPLE)}>
          An example
        </Button>
        <Button size="small" kind="quiet" isDisabled={text === ""} onClick={() => onChange("")}>
          No tools
        </Button>
      </div>
    </details>
  );
}
