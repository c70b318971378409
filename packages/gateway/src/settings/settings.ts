// The settings that a gateway works with, once file and flags are read and checked. Keys are among them: never printed or sent.
import type { CallRole, JsonBounds, ProviderWire, Tradeoff } from "@signalbox/contracts";

import type { ProtocolName } from "../protocols/protocol.ts";

/** Whose key a call carries: that of the client, one of the environment, or none. */
export type KeySource = { readonly from: "client" | "none" } | { readonly from: "own"; readonly key: string };

export interface Upstream {
  readonly name: string;
  /** All but the endpoint of a protocol: "https://api.openai.com/v1"; it may have a query. */
  readonly url: string;
  /** In its place for calls that carry the token of a plan. */
  readonly planUrl: string | undefined;
  readonly protocols: readonly ProtocolName[];
  readonly key: KeySource;
  /** Address that sells short-lived tokens for the key. */
  readonly tokenUrl: string | undefined;
  /** For translated calls, whose client has the key of another vendor. */
  readonly spareKey: KeySource | undefined;
  /** Sent with each call; names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
}

export interface GatewayCandidate {
  readonly label: string;
  readonly upstream: Upstream;
  /** The name that the upstream knows it by. */
  readonly model: string;
  readonly wire: ProviderWire;
}

export interface RoleSettings {
  readonly preference?: string | undefined;
  readonly tradeoff?: Tradeoff | undefined;
  readonly dial?: number | undefined;
  /** In place of `dial` where the work is hard. */
  readonly hard_dial?: number | undefined;
  /** Label of the most expensive candidate that this role may be sent to. */
  readonly ceiling?: string | undefined;
}

export const ESCALATIONS = ["off", "turn", "now"] as const;
/** Whether evidence changes the model: never, at the next turn of a person, or in an open loop of tools too. */
type Escalation = (typeof ESCALATIONS)[number];

export interface GatewayLimits {
  /** @unit bytes */
  readonly bodyBytesMax: number;
  /** Looked at before a body is parsed. */
  readonly json: JsonBounds;
  /** From the call of an upstream to its first byte. @unit milliseconds */
  readonly firstByteMs: number;
  /** Between two bytes of an answer. @unit milliseconds */
  readonly idleMs: number;
  /** How long an upstream that failed is passed over. @unit milliseconds */
  readonly pauseMs: number;
}

export interface GatewaySettings {
  readonly host: string;
  readonly port: number;
  /** The key that clients must show; absent on the loopback alone. */
  readonly key: string | undefined;
  readonly upstreams: readonly Upstream[];
  readonly candidates: readonly GatewayCandidate[];
  /** Settings of every role that has none of its own. */
  readonly plain: RoleSettings;
  readonly roles: Readonly<Partial<Record<CallRole, RoleSettings>>>;
  /** The model that savings are held against where the client names no model of its own. */
  readonly baseline: string | undefined;
  /** Undefined: at the next turn of a person, and immediately in runs without one. */
  readonly escalation: Escalation | undefined;
  /** Names of models that are known but no candidates are routed, too. */
  readonly routesNamed: boolean;
  readonly limits: GatewayLimits;
}
