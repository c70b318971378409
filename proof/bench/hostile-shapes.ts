// Requests whose shape is made to be slow: members, items, parts, names and faults without end, in every place of a body that holds
// lists or objects. Most of them are refused, and a refusal counts with the time that it took.

/** The largest of them is about 2 MB. */
const COUNTS = [3, 60, 500, 2_000, 5_000, 18_000, 60_000, 160_000];
const BYTES_MAX = 2_400_000;

export interface HostileShape {
  readonly name: string;
  readonly bytes: Buffer;
}

type Fill = (index: number) => unknown;

export function createHostileShapes(random: () => number): () => HostileShape {
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T;
  let names = 0;
  const members = (count: number): object => {
    const isNew = random() < 0.5;
    const stem = pick(["unknown_", "mesages", "rol", "context_lenght", "x"]);
    return Object.fromEntries(
      Array.from({ length: count }, (_, index) => [`${stem}${isNew ? (names += 1) : ""}_${index}`, 1]),
    );
  };
  const items = (count: number, fill: Fill): unknown[] =>
    Array.from({ length: count }, (_, index) => fill(index));
  const odd = (): unknown => pick([{}, [], 7, null, "", "text", { type: 1 }, { role: 1, content: 2 }]);
  const part = (): unknown =>
    pick([
      { type: "text", text: "x" },
      { type: "txt", text: 7 },
      "x",
      {},
      { type: "tool_result", content: ["x"] },
    ]);
  const turn = (count: number): unknown => ({
    role: pick(["user", "usre", 7]),
    content: random() < 0.5 ? items(count, part) : "x",
    ...(random() < 0.5 ? members(Math.min(count, 90)) : {}),
    ...(random() < 0.2 ? { tool_calls: items(count, odd) } : {}),
  });
  const candidate = (count: number): Fill => {
    const attributes = random() < 0.5 ? { modalities: items(count, odd), benchmarks: members(count) } : {};
    return (index) => pick([odd(), { model: `m/${index}`, price: pick([1, -1, "x"]), attributes }]);
  };
  return () => {
    const [count, inner] = [pick(COUNTS), pick(COUNTS)];
    const each = Math.max(1, Math.min(inner, Math.floor(120_000 / count)));
    const whole = { messages: "x" as unknown, llm_providers: [{ model: "m/x" }] as unknown };
    const places: Readonly<Record<string, () => object>> = {
      members: () => members(count),
      messages: () => ({ messages: items(count, () => (random() < 0.1 ? odd() : turn(each))) }),
      parts: () => ({ messages: [{ role: "user", content: items(count, random() < 0.5 ? part : odd) }] }),
      candidates: () => ({ llm_providers: items(count, candidate(Math.min(each, 50))) }),
      tools: () => ({ tools: items(count, () => pick([odd(), { name: "f", parameters: members(each) }])) }),
      include: () => ({ include: items(count, () => pick(["warnigs", 7])) }),
      format: () => ({ response_format: members(count) }),
      thinking: () => ({ thinking: members(count), reasoning: members(count) }),
    };
    const name = pick(Object.keys(places));
    const body = JSON.stringify({ ...whole, ...places[name]?.() });
    return body.length > BYTES_MAX
      ? { name: "members", bytes: Buffer.from(JSON.stringify({ ...whole, ...members(count) })) }
      : { name: `${name}, ${count} of ${each}`, bytes: Buffer.from(body) };
  };
}
