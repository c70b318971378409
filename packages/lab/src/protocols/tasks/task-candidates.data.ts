// Models of 2026 that a team might offer, each with the class that the atlas's guide puts it in: 2 = a fast commercial model or
// one of 20 to 40 billion parameters, 3 = a standard flagship, 4 and 5 = the best models, which think before they answer.

interface TaskCandidate {
  readonly model: string;
  /** @range 1..5 */
  readonly tier: number;
}

export const TASK_CANDIDATES: readonly TaskCandidate[] = [
  { model: "openai/gpt-5.6-sol", tier: 5 },
  { model: "anthropic/claude-opus-4.8", tier: 5 },
  { model: "anthropic/claude-sonnet-5", tier: 4 },
  { model: "openai/gpt-5.6-luna", tier: 3 },
  { model: "google/gemini-3.5-flash", tier: 3 },
  { model: "deepseek/deepseek-v4-flash", tier: 3 },
  { model: "anthropic/claude-haiku-4.5", tier: 2 },
  { model: "openai/gpt-oss-20b", tier: 2 },
  { model: "qwen/qwen3.6-35b-a3b", tier: 2 },
];
