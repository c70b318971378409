// One line of a hand-made set: a request in one of several forms, and what is expected of its reading and of its pick.
import { join } from "node:path";
import {
  type MessageWire,
  type SelectRequestWire,
  OPERATIONS,
  SignalboxError,
  TASK_FIELDS,
} from "@signalbox/contracts";
import { Type, type Static } from "typebox";
import { Compile } from "typebox/compile";
import { readLines } from "../../atlas/drills.ts";
import { CANDIDATE_LISTS, type ListName } from "./candidate-lists.data.ts";

// Steps of a conversation as messages of the wire, in the shape of one of two vendors.
export type WireMessage = MessageWire;
export type WireTool = NonNullable<SelectRequestWire["tools"]>[number];
/** How a client writes down calls of tools: as parts of a message, or beside it. */
export type CallShape = "parts" | "members";

/** The name of a tool that every harness has, under whatever name. */
type NameOfTool = (tool: string) => string;

const CALL = /^(\w+)(?: (.*))?$/s;

function callOf(said: string, id: string, { shape, nameOf }: StepOptions): WireMessage {
  const [, tool = "run", input = "{}"] = CALL.exec(said) ?? [];
  const name = nameOf(tool);
  const part = { type: "tool_use", id, name, input: JSON.parse(input) as unknown };
  if (shape === "parts") return { role: "assistant", content: [part] };
  const call = { id, type: "function", function: { name, arguments: input } };
  return { role: "assistant", content: null, tool_calls: [call] };
}

function resultOf(said: string, id: string, { shape }: StepOptions): WireMessage {
  const part = { type: "tool_result", tool_use_id: id, content: said };
  if (shape === "parts") return { role: "user", content: [part] };
  return { role: "tool", tool_call_id: id, content: said };
}

interface StepOptions {
  readonly shape: CallShape;
  readonly nameOf: NameOfTool;
}

const PLAIN_STEPS: StepOptions = { shape: "members", nameOf: (tool) => tool };

/** @param steps each "U: ..." and the like; a result answers the call before it */
export function messagesOf(steps: readonly string[], options: StepOptions = PLAIN_STEPS): WireMessage[] {
  return steps.map((step, index) => {
    const said = step.slice(3);
    const roles = { S: "system", U: "user", A: "assistant" } as const;
    if (step.startsWith("C")) return callOf(said, `call_${index}`, options);
    if (step.startsWith("R")) return resultOf(said, `call_${index - 1}`, options);
    return { role: roles[step[0] as keyof typeof roles], content: said };
  });
}

export function toolsOf(described: readonly (readonly [name: string, description: string])[]): WireTool[] {
  return described.map(([name, description]) => ({
    type: "function",
    function: { name, description, parameters: { type: "object", properties: {} } },
  }));
}

const Text = Type.String({ minLength: 1 });
const Tier = Type.Integer({ minimum: 1, maximum: 5 });
const Chance = Type.Number({ minimum: 0, maximum: 1 });
const Labels = Type.Array(Text, { minItems: 1 });

const LineSchema = Type.Object(
  {
    id: Type.String({ pattern: "^[a-z]{2}-[0-9]{3}$" }),
    lang: Type.String({ pattern: "^[a-z]{2,3}$" }),
    /** Who speaks, where the set is written in voices. */
    voice: Type.Optional(Text),
    /** Group of the set that the line is also reported in. */
    kind: Type.Optional(Text),
    text: Type.Optional(Text),
    /** The same request without what stands around it. */
    plain: Type.Optional(Text),
    /** Stands before the ask. */
    fact: Type.Optional(Text),
    ask: Type.Optional(Text),
    /** The request in other words, by kind. */
    wordings: Type.Optional(Type.Record(Type.String(), Text)),
    /** A conversation: a letter for who speaks (S, U, A, C a call, R its result), a colon, a space, what was said. */
    steps: Type.Optional(Type.Array(Type.String({ pattern: "^[SUACR]: " }), { minItems: 1 })),
    tools: Type.Optional(Labels),
    /** Pictures that are attached to what was said last. */
    pictures: Type.Optional(Type.Integer({ minimum: 1, maximum: 8 })),
    /** The text for "{{long}}" in the request, and how many times over. */
    long: Type.Optional(Type.Tuple([Text, Type.Integer({ minimum: 1, maximum: 10_000 })])),
    list: Type.Optional(Type.Enum(Object.keys(CANDIDATE_LISTS) as ListName[])),
    /** Accepted picks under `cost`, and under the default. */
    cost: Type.Optional(Labels),
    quality: Type.Optional(Labels),
    /** Lowest and highest accepted class of the pick under `cost`. */
    tiers: Type.Optional(Type.Tuple([Tier, Tier])),
    operations: Type.Optional(Type.Array(Type.Enum([...OPERATIONS]), { minItems: 1 })),
    fields: Type.Optional(Type.Array(Type.Enum([...TASK_FIELDS]), { minItems: 1 })),
    /** Between which every candidate's expected success should lie. */
    chance: Type.Optional(Type.Tuple([Chance, Chance])),
  },
  { additionalProperties: false },
);
export type JudgedLine = Static<typeof LineSchema>;

const lines = Compile(LineSchema);

/** @throws SignalboxError invalid_data that names the file, the line and the member at fault */
export function readJudgedLines(dir: string, set: string): readonly JudgedLine[] {
  return readLines(join(dir, `${set}.jsonl`), (line, where) => {
    if (lines.Check(line)) return line;
    const [first] = lines.Errors(line);
    const fault = `${first?.instancePath ?? ""} ${first?.message ?? "is wrong"}`;
    throw new SignalboxError("invalid_data", `${where}: ${fault}.`);
  });
}
