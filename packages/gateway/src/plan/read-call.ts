// One call, read: which model it names, what it is for, which session it is of, and where its conversation stands.
import type { IncomingHttpHeaders } from "node:http";

import { findEvidence, isSameTask, type Finding } from "../evidence/find-evidence.ts";
import type { Body, Mark, Protocol, Step } from "../protocols/protocol.ts";
import { readRole, type ReadRole } from "../roles/read-role.ts";
import { shapeOf } from "../roles/shape.ts";
import type { SessionIds, SessionReader } from "../sessions/session-id.ts";

export interface Call extends ReadRole {
  readonly protocol: Protocol;
  readonly headers: IncomingHttpHeaders;
  readonly body: Body;
  /** As the client wrote it. */
  readonly named: string;
  readonly session: SessionIds;
  /** A tool was called and its result comes now: the model that called it goes on. */
  readonly isLoopOpen: boolean;
  /** The last call of a tool in the conversation. */
  readonly lastMark: Mark | undefined;
  readonly finding: Finding | undefined;
  /** The last words of a person go on with the task before them. */
  readonly isSameTask: boolean;
}

interface Received {
  readonly protocol: Protocol;
  readonly headers: IncomingHttpHeaders;
  readonly body: Body;
  readonly named: string;
}

/** Results behind the last call, and no new words of a person that came alone. */
function isOpen(steps: readonly Step[]): boolean {
  const result = steps.findLastIndex(({ kind }) => kind === "result" || kind === "call");
  const answer = steps.findLastIndex(({ kind }) => kind === "answer");
  const person = steps.findLastIndex(({ kind }) => kind === "person");
  return result > answer && result > person;
}

export function readCall(received: Received, sessions: SessionReader): Call {
  const { protocol, headers, body } = received;
  const steps = protocol.steps(body);
  const session = sessions.read(headers, body);
  const shape = shapeOf({ protocol, headers, body, steps, hasSession: session.stated !== undefined });
  const lastCall = steps.findLast((step) => step.kind === "call");
  return {
    ...received,
    ...readRole(shape),
    session,
    isLoopOpen: isOpen(steps),
    lastMark: lastCall && { kind: "call", id: lastCall.id },
    finding: findEvidence(steps),
    isSameTask: isSameTask(shape.lastWords),
  };
}
