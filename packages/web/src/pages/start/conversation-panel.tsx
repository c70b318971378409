import type { ComponentChildren } from "preact";
import { Button } from "../../components/button.tsx";
import { SelectField } from "../../components/choice.tsx";
import { Field } from "../../components/field.tsx";
import { Panel } from "../../components/panel.tsx";
import { ToolsField } from "./tools-field.tsx";
import { readRequest } from "./handover.ts";
import { EXAMPLES, type PlaygroundState, type Turn } from "./playground-state.ts";

const ROLES: readonly { readonly value: Turn["role"]; readonly label: string }[] = [
  { value: "system", label: "System" },
  { value: "user", label: "User" },
  { value: "assistant", label: "Assistant" },
];

interface Props {
  readonly turns: readonly Turn[];
  readonly tools: string;
  /** The stretch of the last user turn that was taken as what is asked; absent where all of it was. */
  readonly asked: { readonly from: number; readonly to: number } | undefined;
  /** A pasted request brings its candidates too. */
  readonly onChange: (part: Partial<PlaygroundState>) => void;
}

export function ConversationPanel({ turns, tools, asked, onChange: change }: Props): ComponentChildren {
  const onChange = (next: readonly Turn[]): void => change({ turns: next });
  const lastUser = turns.findLastIndex(({ role }) => role === "user");
  const add = (): void => {
    const id = Math.max(0, ...turns.map((turn) => turn.id)) + 1;
    const role = turns.at(-1)?.role === "user" ? "assistant" : "user";
    onChange([...turns, { id, role, content: "" }]);
  };
  return (
    <Panel
      title="Conversation"
      actions={EXAMPLES.map((example) => (
        <Button
          key={example.name}
          size="small"
          kind="quiet"
          onClick={() => onChange([{ id: 1, role: "user", content: example.content }])}
        >
          {example.name}
        </Button>
      ))}
    >
      <div className="stack">
        {turns.map((turn, index) => (
          <TurnRow
            key={turn.id}
            turn={turn}
            number={index + 1}
            asked={index === lastUser ? asked : undefined}
            onChange={(next) => onChange(turns.with(index, next))}
            onRequest={change}
            onRemove={turns.length === 1 ? undefined : () => onChange(turns.toSpliced(index, 1))}
          />
        ))}
        <div className="row">
          <Button size="small" onClick={add}>
            Add a turn
          </Button>
          <span className="hint">
            Paste the JSON of a request to fill it in. Nothing of this is kept on the server.
          </span>
        </div>
        <ToolsField text={tools} onChange={(next) => change({ tools: next })} />
      </div>
    </Panel>
  );
}

interface RowProps {
  readonly turn: Turn;
  readonly number: number;
  readonly asked: Props["asked"];
  readonly onChange: (turn: Turn) => void;
  readonly onRequest: (part: Partial<PlaygroundState>) => void;
  readonly onRemove: (() => void) | undefined;
}

function TurnRow({ turn, number, asked, onChange, onRequest, onRemove }: RowProps): ComponentChildren {
  return (
    <div className="turn">
      <SelectField
        label={`Role of turn ${number}`}
        isLabelHidden
        value={turn.role}
        options={ROLES}
        onChange={(role) => onChange({ ...turn, role })}
      />
      <Field label={`Text of turn ${number}`} isLabelHidden>
        {(input) => (
          <textarea
            {...input}
            dir="auto"
            rows={4}
            placeholder="Write or paste what would be sent to a model"
            value={turn.content}
            onInput={(event) => onChange({ ...turn, content: event.currentTarget.value })}
            onPaste={(event) => {
              const request = readRequest(event.clipboardData?.getData("text") ?? "");
              if (request === undefined) return;
              event.preventDefault();
              onRequest(request);
            }}
          />
        )}
      </Field>
      {asked === undefined ? null : <Asked text={turn.content} {...asked} />}
      {onRemove === undefined ? (
        <span />
      ) : (
        <Button kind="quiet" label={`Remove turn ${number}`} onClick={onRemove}>
          ✕
        </Button>
      )}
    </div>
  );
}

/** Length shown of the text around the part. @unit UTF-16 units */
const AROUND_UNITS = 60;
const SHOWN_UNITS = 240;

/** The part of the turn that was taken as what is asked, with a few words around it. */
function Asked({
  text,
  from,
  to,
}: {
  readonly text: string;
  readonly from: number;
  readonly to: number;
}): ComponentChildren {
  if (to > text.length) return null;
  const [start, end] = [Math.max(0, from - AROUND_UNITS), Math.min(text.length, to + AROUND_UNITS)];
  const part = text.slice(from, to);
  return (
    <p className="asked small" dir="auto">
      <span className="faint">
        Read as the request: {start > 0 ? "…" : ""}
        {text.slice(start, from)}
      </span>
      <mark data-testid="asked">{part.length > SHOWN_UNITS ? `${part.slice(0, SHOWN_UNITS)}…` : part}</mark>
      <span className="faint">
        {text.slice(to, end)}
        {end < text.length ? "…" : ""}
      </span>
    </p>
  );
}
