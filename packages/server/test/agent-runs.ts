// Runs of agents as three kinds of clients send them: a task, then calls of tools and their results, the whole past each time.

type Turn = Readonly<Record<string, unknown>>;

/** One call of a tool and what came of it. */
interface Step {
  readonly id: string;
  readonly input: string;
  readonly result: string;
}

interface Shape {
  readonly start: (system: string, task: string) => readonly Turn[];
  readonly steps: (steps: readonly Step[]) => readonly Turn[];
}

export const SHAPES: Readonly<Record<"chat" | "messages" | "responses", Shape>> = {
  chat: {
    start: (system, task) => [
      { role: "system", content: system },
      { role: "user", content: task },
    ],
    steps: (steps) => [
      {
        role: "assistant",
        content: null,
        tool_calls: steps.map(({ id, input }) => ({
          id,
          type: "function",
          function: { name: "run", arguments: input },
        })),
      },
      ...steps.map(({ id, result }) => ({ role: "tool", tool_call_id: id, content: result })),
    ],
  },
  messages: {
    start: (system, task) => [
      { role: "system", content: system },
      { role: "user", content: [{ type: "text", text: task }] },
    ],
    steps: (steps) => [
      {
        role: "assistant",
        content: [
          { type: "text", text: "Let me look." },
          ...steps.map(({ id, input }) => ({
            type: "tool_use",
            id,
            name: "run",
            input: JSON.parse(input) as object,
          })),
        ],
      },
      {
        role: "user",
        content: steps.map(({ id, result }) => ({ type: "tool_result", tool_use_id: id, content: result })),
      },
    ],
  },
  responses: {
    start: (system, task) => [
      { type: "message", role: "developer", content: system },
      { type: "message", role: "user", content: [{ type: "input_text", text: task }] },
    ],
    steps: (steps) => [
      { type: "reasoning", id: `rs_${steps[0]?.id ?? ""}`, summary: [] },
      ...steps.map(({ id, input }) => ({
        type: "function_call",
        call_id: id,
        name: "run",
        arguments: input,
      })),
      ...steps.map(({ id, result }) => ({ type: "function_call_output", call_id: id, output: result })),
    ],
  },
};

export type ShapeName = keyof typeof SHAPES;

const TASKS = [
  "fix the flaky test",
  "rename the variable",
  "find the slow query",
  "prove the bound",
  "sum the list",
];
const RESULTS = [
  "ok",
  "panic: deadlock in scheduler.go:311, all goroutines are asleep",
  "Let G be a finite group of order p^2 q; show that it has a normal Sylow subgroup.",
  "SELECT a.id, count(*) FROM a JOIN b USING (id) GROUP BY 1;\n".repeat(50),
  "Traceback (most recent call last): the flaky test deadlocks once in 300 runs.\n".repeat(90),
];

/** Every request of a run; the first has no result yet, every later one stands inside the open loop. */
export function* agentRun(run: number, shape: ShapeName): Generator<readonly Turn[]> {
  const { start, steps } = SHAPES[shape];
  const task = `${TASKS[run % TASKS.length]} in module ${run}`;
  const turns: Turn[] = [...start("You are a coding agent.", task)];
  yield [...turns];
  for (let round = 0; round < 1 + (run % 3); round += 1) {
    const calls = Array.from({ length: 1 + ((run + round) % 2) }, (_, call) => ({
      id: `call_${run}_${round}_${call}`,
      input: `{"step":${round}}`,
      result: RESULTS[(run + round + call) % RESULTS.length] ?? "",
    }));
    turns.push(...steps(calls));
    yield [...turns];
  }
}
