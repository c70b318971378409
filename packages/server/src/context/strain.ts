// Strain that the machine puts on the service: memory that runs out, a clock that jumps. Both are looked at every second.
import { totalmem } from "node:os";
import { getHeapStatistics } from "node:v8";
import { every, type Periodic } from "@signalbox/contracts";

import type { Clock } from "./clock.ts";
import type { Logger } from "./logger.ts";

const LOOK_MS = 1_000;
/** A clock that differs by so much from the time that passed was set, or the machine slept. @unit milliseconds */
const JUMP_MS = 2_000;
/** How long a jump is reported. @unit milliseconds */
const REPORTED_MS = 5 * 60_000;

export interface Strain {
  /** Share of the heap's limit or of the memory that the process may have, whichever is fuller. @unit share, 0 to 1 */
  readonly memoryShare: number;
  readonly isShortOfMemory: boolean;
  /** Since the start. */
  readonly clockJumps: number;
  /** Lately, so that times of the journal and expiries around it are not to be trusted. */
  readonly hasClockJumped: boolean;
  stop(): void;
}

interface StrainOptions {
  /** @unit percent */
  readonly memoryPercentMax: number;
  readonly clock: Clock;
  readonly logger: Logger;
}

/** A container's limit where there is one. */
function memoryLimit(): number {
  const constrained = process.constrainedMemory();
  return constrained > 0 ? Math.min(constrained, totalmem()) : totalmem();
}

function readMemoryShare(): number {
  const { used_heap_size: used, heap_size_limit: limit } = getHeapStatistics();
  return Math.max(used / limit, process.memoryUsage.rss() / memoryLimit());
}

class Watch implements Strain {
  readonly #options: StrainOptions;
  readonly #timer: Periodic;
  memoryShare = readMemoryShare();
  clockJumps = 0;
  #jumpedAtMs = -Infinity;
  #wasShort = false;
  #seen: { readonly wallMs: number; readonly passedMs: number };

  constructor(options: StrainOptions) {
    this.#options = options;
    this.#seen = this.#times();
    // A process without descriptors cannot read its memory: the last share holds until it can.
    this.#timer = every(
      LOOK_MS,
      () => this.#look(),
      (cause) => options.logger.error({ cause }, "the strain of this machine could not be read"),
    );
  }

  get isShortOfMemory(): boolean {
    return 100 * this.memoryShare > this.#options.memoryPercentMax;
  }

  get hasClockJumped(): boolean {
    return performance.now() - this.#jumpedAtMs < REPORTED_MS;
  }

  stop(): void {
    void this.#timer.stop();
  }

  #times(): { readonly wallMs: number; readonly passedMs: number } {
    return { wallMs: this.#options.clock.nowMs(), passedMs: performance.now() };
  }

  #look(): void {
    this.memoryShare = readMemoryShare();
    const { logger } = this.#options;
    if (this.isShortOfMemory && !this.#wasShort)
      logger.warn({ memory_share: this.memoryShare }, "memory runs out: large requests are refused");
    this.#wasShort = this.isShortOfMemory;
    const now = this.#times();
    const jumpMs = now.wallMs - this.#seen.wallMs - (now.passedMs - this.#seen.passedMs);
    this.#seen = now;
    if (Math.abs(jumpMs) < JUMP_MS) return;
    this.clockJumps += 1;
    this.#jumpedAtMs = now.passedMs;
    logger.warn({ jump_ms: Math.round(jumpMs) }, "the clock of this machine jumped");
  }
}

export function watchStrain(options: StrainOptions): Strain {
  return new Watch(options);
}
