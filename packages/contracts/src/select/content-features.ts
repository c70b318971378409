// Features that a client computed of a conversation that it does not send: the features that a decision needs, and no word of the
// text. The content reader of the engine makes them; everything that follows from the features is computed by the service itself.
import { Type, type Static } from "typebox";
import { TaskWireSchema } from "../task.ts";

/** Longest base64 text of the features: those of 12,288 numbers, far above any artefact's. */
const FEATURES_CHARS_MAX = 65_536;
const TOKENS_MAX = 100_000_000;
const DEMANDED_MAX = 32_000;

const Tokens = Type.Integer({ minimum: 0, maximum: TOKENS_MAX });
const DemandedTokens = Type.Integer({ minimum: 1, maximum: DEMANDED_MAX });

export const ContentFeaturesSchema = Type.Object(
  {
    artefact: Type.String({
      minLength: 1,
      maxLength: 120,
      description:
        "Version of the artefact that made the features; it must be the one the service decides with.",
    }),
    features: Type.String({
      minLength: 4,
      maxLength: FEATURES_CHARS_MAX,
      pattern: "^[A-Za-z0-9+/]+={0,2}$",
      description: "The artefact's features of the prompt: 32-bit floats, little-endian, base64.",
    }),
    language: Type.String({ pattern: "^[a-z]{2,3}$", description: "ISO 639-1 code, or `und`." }),
    demanded_length: Type.Optional(
      Type.Union(
        [Type.Object({ mean: DemandedTokens, low: DemandedTokens, high: DemandedTokens }), Type.Null()],
        {
          description:
            "Tokens of the answer that the words ask for, with the 80 % interval; the mean lies in it.",
        },
      ),
    ),
    task: TaskWireSchema,
    notes: Type.Array(
      Type.Enum([
        "harness_text",
        "template",
        "document",
        "encoded_data",
        "long_code",
        "shortened",
        "follow_up",
        "small_talk",
        "coding_agent",
        "wide_change",
        "open_problem",
        "unknowable",
        "tool_loop",
        "earlier_turn",
      ]),
      { maxItems: 32, description: "What was recognised or set aside in the conversation." },
    ),
    modalities: Type.Array(Type.Enum(["audio", "file", "image", "video"]), {
      maxItems: 4,
      uniqueItems: true,
      description: "What a model must be able to read beside text.",
    }),
    has_tool_history: Type.Boolean({ description: "Whether tools were called or answered before." }),
    turns: Type.Integer({
      minimum: 1,
      maximum: 2000,
      description: "Turns of the user; no more than messages.",
    }),
    tools: Type.Integer({ minimum: 0, maximum: 128, description: "As many as `tools` lists." }),
    attachments: Type.Optional(
      Type.Object(
        { images: Tokens, low_images: Tokens, pages: Tokens, audios: Type.Optional(Tokens) },
        { description: "Pictures, pictures that are looked at coarsely, pages of documents, recordings." },
      ),
    ),
    tokens: Type.Object(
      {
        o200k: Tokens,
        cl100k: Tokens,
        claude: Tokens,
        "claude-4.7": Type.Optional(Tokens),
        gemini: Tokens,
        llama3: Tokens,
        qwen: Tokens,
        deepseek: Tokens,
        mistral: Tokens,
        unknown: Tokens,
      },
      { description: "Input tokens of the whole conversation and its tools, by tokenizer family." },
    ),
  },
  {
    $id: "ContentFeatures",
    description:
      "Features of a conversation in place of its text, made by the content reader. `messages` then holds digests.",
  },
);

export type ContentFeaturesWire = Static<typeof ContentFeaturesSchema>;
