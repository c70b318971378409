// Interfaces that use cases need from rooms that are built once: who is calling, how often, and in which session.
import type { SessionTurn as EngineTurn } from "@signalbox/engine/internals";
import type { SelectRequest } from "@signalbox/engine";

import type { ConversationDigests } from "./content-digest.ts";
import type { Principal, UserPrincipal } from "./principal.ts";

/** Finds principals by credentials. Answers undefined for unknown, expired and revoked ones alike. */
export interface KeyFinder {
  /** Memory first, storage on a miss: a plain value when it is known already, so that the hot path need not wait. */
  findKey(secret: string): Principal | undefined | Promise<Principal | undefined>;
}

export interface BrowserSessionFinder {
  /** @param token the cookie's value */
  findBrowserSession(token: string): Promise<UserPrincipal | undefined>;
}

export interface SessionTurn extends EngineTurn {
  readonly accountId: string;
  readonly chainId: string;
  readonly createdAtMs: number;
}

export interface SessionMemory {
  remember(turn: SessionTurn): void;
  /** All of them: the journal knows the remaining ones. */
  forgetAll(): void;
  /** @throws SignalboxError not_found for unknown and foreign sessions alike */
  find(accountId: string, sessionId: string): SessionTurn | Promise<SessionTurn>;
}

interface AskedConversation {
  readonly accountId: string;
  /** Chains of two keys never meet. */
  readonly keyId: string;
  /** With the subject: chains of two subjects never meet either. */
  readonly digests: ConversationDigests;
  readonly conversation: Pick<SelectRequest, "messages" | "tools">;
}

/** The turn that a conversation continues. */
export interface FoundTurn {
  readonly turn: SessionTurn;
  /** False where another conversation has the same words so far: the model stays, the chain is neither's. */
  readonly isJoined: boolean;
}

/** Place of a conversation among those of its account, by digests alone. */
export interface ChainPlace {
  /** Digest of how it begins. */
  readonly start: string;
  readonly messageCount: number;
  /** Digest of all its messages. */
  readonly digest: string;
}

/** Chains by how their conversations begin. */
export interface ConversationChains {
  /** The last turn of the chain that the conversation continues; undefined when none is known. Waits only for the journal. */
  find(
    asked: AskedConversation & {
      readonly isToolLoopOpen: boolean;
      /** Older turns are of chains that ended. @unit milliseconds since 1970 */
      readonly oldestMs: number;
      readonly nowMs: number;
    },
  ): FoundTurn | undefined | Promise<FoundTurn | undefined>;
  forget(accountId: string): void;
  remember(place: ChainPlace, turn: SessionTurn): void;
}

export interface RateBucket {
  readonly owner: string;
  /** 0 = no limit */
  readonly perMinute: number;
}

export interface RateLimits {
  /**
   * Takes one request from each bucket; waits only for a counter that replicas share.
   * @throws SignalboxError rate_limited with the seconds until the next token
   */
  take(buckets: readonly RateBucket[]): Promise<void> | undefined;
  /** By each replica, exactly over all of them, or by each replica because the shared counter is away. */
  readonly counting: "local" | "shared" | "approximate";
  /** Requests that were counted here since the start because the shared counter was away. */
  readonly approximated: number;
  close(): Promise<void>;
}
