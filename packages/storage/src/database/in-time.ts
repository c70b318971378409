// How long a caller waits for a server that may be away, and how it knows that it is.
import { SignalboxError } from "@signalbox/contracts";

interface Patience {
  /** Who is waited for, as the error names it. */
  readonly asked: string;
  /** An answer that takes longer is taken for lost. @unit milliseconds */
  readonly answerMs: number;
}

const DATABASE: Patience = { asked: "The database", answerMs: 2_000 };

/** @throws SignalboxError dependency_unavailable when the answer takes too long; what the work throws */
export async function inTime<T>(work: Promise<T>, { asked, answerMs }: Patience = DATABASE): Promise<T> {
  const { promise: late, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => {
    const detail = `${asked} did not answer in time. Repeat in a moment.`;
    reject(new SignalboxError("dependency_unavailable", detail, { retryAfterS: 1 }));
  }, answerMs);
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}

export const isUnavailable = (error: unknown): boolean =>
  error instanceof SignalboxError && error.code === "dependency_unavailable";
