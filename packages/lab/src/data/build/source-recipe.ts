// How one source is made from a clone of its public repository: where that lies, at which commit, under which licence, and
// what is read of it.

export interface BuiltPrompt {
  readonly id: string;
  readonly dataset: string;
  readonly prompt: string;
  readonly subset?: string;
  readonly split?: string;
  readonly turns?: readonly string[];
}

export interface BuiltOutcome {
  readonly id: string;
  readonly model: string;
  /** @range 0..1 */
  readonly score: number;
  /** Of the visible text, estimated; absent where there is no text. */
  readonly inputTokens?: number | undefined;
  readonly outputTokens?: number | undefined;
}

export interface SourceSink {
  prompt(row: BuiltPrompt): void;
  outcome(row: BuiltOutcome): void;
}

/** SHA-256 of what the two files hold, before compression. */
export interface SourceDigests {
  readonly prompts: string;
  readonly outcomes: string;
}

export interface SourceRecipe {
  readonly source: string;
  readonly repository: string;
  /** The one that the recipe was written for. */
  readonly commit: string;
  readonly licence: string;
  readonly about: string;
  /** Of the result at that commit. */
  readonly digests: SourceDigests;
  /** @throws SignalboxError invalid_data where the folder does not have the repository's layout */
  readonly read: (folder: string, sink: SourceSink) => Promise<void>;
}
