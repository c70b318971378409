// The calls that every release of the npm client `notdiamond` offers, as far as the releases agree.

interface ClientCandidate {
  readonly provider: string;
  readonly model: string;
  readonly contextLength?: number;
  readonly inputPrice?: number;
  readonly outputPrice?: number;
  readonly latency?: number;
  readonly isCustom?: boolean;
}

export interface SelectOptions {
  readonly messages: readonly { readonly role: string; readonly content: string }[];
  readonly llmProviders: readonly ClientCandidate[];
  readonly tradeoff?: "cost" | "latency";
  readonly maxModelDepth?: number;
  readonly tools?: readonly unknown[];
  readonly hashContent?: boolean;
  readonly preferenceId?: string;
  readonly previousSession?: string;
  readonly timeout?: number;
  readonly default?: string;
  readonly responseModel?: unknown;
}

/** The client never throws for an answer that is no success: it returns `detail` alone. */
export interface Selected {
  readonly providers?: readonly { readonly provider: string; readonly model: string }[];
  readonly session_id?: string;
  readonly detail?: unknown;
}

interface FeedbackOptions {
  readonly sessionId: string;
  readonly feedback: { readonly accuracy: number };
  readonly provider: { readonly provider: string; readonly model: string };
}

export interface Created {
  readonly content: string;
  readonly providers: readonly { readonly provider: string; readonly model: string }[];
}

export interface Streamed {
  readonly provider: { readonly provider: string; readonly model: string };
  readonly stream: AsyncIterable<string>;
}

interface NotDiamondClient {
  modelSelect(options: SelectOptions): Promise<Selected>;
  feedback(options: FeedbackOptions): Promise<{ readonly success?: boolean; readonly detail?: unknown }>;
}

/** From 0.3.10: makes preferences, and goes on to the chosen model by itself. */
export interface CallingClient extends NotDiamondClient {
  createPreferenceId(): Promise<string>;
  acreate(options: SelectOptions): Promise<Created>;
  /** The callback is the second argument in 0.3.10 and the third from 1.0. */
  create(options: SelectOptions, ...rest: unknown[]): Promise<Created> | undefined;
  astream(options: SelectOptions): Promise<Streamed>;
  stream(options: SelectOptions, ...rest: unknown[]): Promise<Streamed> | undefined;
}

export function isCalling(client: NotDiamondClient): client is CallingClient {
  return "acreate" in client;
}

export interface NotDiamondModule {
  readonly NotDiamond: new (options?: { readonly apiKey?: string }) => NotDiamondClient;
}

/** The results of one client at one address. */
export interface ClientReport {
  readonly address: string;
  readonly preferenceId: string | undefined;
  readonly plain: Selected;
  readonly full: Selected;
  readonly feedback: { readonly success?: boolean; readonly detail?: unknown };
  readonly unknownSession: Selected;
  readonly badKey: Selected;
  /** The results of the calls that go on to a model; undefined for releases that have none. */
  readonly called: CalledReport | undefined;
}

export interface CalledReport {
  readonly created: Created;
  readonly createdByCallback: Created;
  readonly createdByPromise: Created | undefined;
  readonly structured: Created;
  readonly streamed: { readonly model: string; readonly text: string };
  readonly streamedDirectly: { readonly model: string; readonly text: string };
  readonly streamedByCallback: { readonly model: string; readonly text: string };
}
