// How many bytes of bodies one account may have in memory: they are kept from the first byte until the answer is out, and a
// body may take half a minute to arrive. What a request states counts from its head on; one that states nothing counts as the
// largest body that its route takes until all of it is there.
import type { FastifyRequest } from "fastify";

/** Smaller bodies are bounded by the number of requests in flight. @unit bytes */
export const COUNTED_FROM = 65_536;

export interface BodyBytes {
  /** Counts the body that the head announces; undefined where the account has as much as it may. */
  take(owner: string, request: FastifyRequest): Counted | undefined;
}

export interface Counted {
  /** All of it is there: it counts as what it is. */
  arrived(bytes: number): void;
  giveBack(): void;
}

const NOTHING: Counted = { arrived: () => {}, giveBack: () => {} };

export function announcedBytes({ headers, routeOptions }: FastifyRequest): number {
  if (headers["transfer-encoding"] !== undefined) return routeOptions.bodyLimit ?? 0;
  return Number(headers["content-length"] ?? 0);
}

/** @param perOwnerMax one body is taken however large it is */
export function createBodyBytes(perOwnerMax: number): BodyBytes {
  const held = new Map<string, number>();
  const add = (owner: string, bytes: number): void => {
    const sum = (held.get(owner) ?? 0) + bytes;
    if (sum > 0) held.set(owner, sum);
    else held.delete(owner);
  };
  return {
    take: (owner, request) => {
      let counted = announcedBytes(request);
      if (counted <= COUNTED_FROM) return NOTHING;
      const before = held.get(owner) ?? 0;
      if (before > 0 && before + counted > perOwnerMax) return undefined;
      add(owner, counted);
      const count = (bytes: number): void => {
        add(owner, bytes - counted);
        counted = bytes;
      };
      return {
        arrived: (bytes) => {
          if (counted > 0) count(bytes);
        },
        giveBack: () => count(0),
      };
    },
  };
}
