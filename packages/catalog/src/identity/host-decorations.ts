// Decorations that hosts and tools write around the name of a model, peeled by one named rule each: a match and the text that stays.

interface Decoration {
  readonly name: string;
  readonly pattern: RegExp;
  readonly left: string;
}

/** In the order in which they are peeled; every pattern is anchored and reads the name once. */
export const DECORATIONS: readonly Decoration[] = [
  {
    name: "resource name of Amazon Bedrock or SageMaker",
    pattern: /^(?:[a-z_]{2,20}\/)?arn:aws[a-z-]{0,10}:(?:bedrock|sagemaker):[^/]{0,60}\//,
    left: "bedrock/",
  },
  {
    name: "resource path of Vertex AI",
    pattern: /^projects\/[^/]{1,60}\/locations\/[^/]{1,30}\/publishers\//,
    left: "vertex_ai/",
  },
  { name: "window in brackets, as Claude Code writes it", pattern: /\[\d{1,4}[km]\]$/, left: "" },
  { name: "mode in brackets", pattern: /[ -]?\(([a-z]{2,12})\)$/, left: "-$1" },
  { name: "fine-tune of OpenAI", pattern: /(^|\/)ft:([^:/]{2,80})(?::[^/]{0,60})?$/, left: "$1$2" },
  {
    name: "web address of Hugging Face",
    pattern: /^(?:https?:\/\/)?(?:hf\.co|huggingface\.co)\//,
    left: "hf/",
  },
];

/** A mark of every decoration; most names have none of them. */
const SIGN = /[:[(]|^projects\/|\.co\//;

/** The spelling without its decorations, and the rules that peeled them. */
export function peelDecorations(text: string): {
  readonly text: string;
  readonly peeled: readonly string[];
} {
  if (!SIGN.test(text)) return { text, peeled: [] };
  let left = text;
  const peeled: string[] = [];
  for (const { name, pattern, left: kept } of DECORATIONS) {
    const shorter = left.replace(pattern, kept);
    if (shorter !== left) peeled.push(name);
    left = shorter;
  }
  return { text: left, peeled };
}
