// Reads a call: the named model, its role, its session, and the state of its conversation.
import type { IncomingHttpHeaders } from "node:http";

import { isRecord } from "@signalbox/contracts";

import { findEvidence, isSameTask, type Finding } from "../evidence/find-evidence.ts";
import type { Body, Mark, Protocol, Step } from "../protocols/protocol.ts";
import { isAuto } from "./auto-names.ts";
import { readRole, type ReadRole } from "../roles/read-role.ts";
import { shapeOf } from "../roles/shape.ts";
import type { SessionIds, SessionReader } from "../sessions/session-id.ts";

export interface Call extends ReadRole {
  readonly protocol: Protocol;
  readonly headers: IncomingHttpHeaders;
  readonly body: Body;
  /** As the client wrote it. */
  readonly named: string;
  /** The name asks for routing. */
  readonly isAuto: boolean;
  /** No person waits between the calls of this run. */
  readonly isUnattended: boolean;
  readonly session: SessionIds;
  /** Length of the body. @unit bytes */
  readonly bytes: number;
  readonly hasPictures: boolean;
  /** A tool was called and its result comes now: the model that called it continues. */
  readonly isLoopOpen: boolean;
  /** The last call of a tool in the conversation. */
  readonly lastMark: Mark | undefined;
  readonly finding: Finding | undefined;
  /** The conversation, oldest first; empty once the call is planned. */
  readonly steps: readonly Step[];
  /** The last words of a person continue the task before them. */
  readonly isSameTask: boolean;
}

interface Received {
  readonly protocol: Protocol;
  readonly headers: IncomingHttpHeaders;
  readonly body: Body;
  readonly named: string;
  readonly bytes: number;
}

/** Results behind the last call, and no new words of a person that came alone. */
function isOpen(steps: readonly Step[]): boolean {
  const result = steps.findLastIndex(({ kind }) => kind === "result" || kind === "call");
  const answer = steps.findLastIndex(({ kind }) => kind === "answer");
  const person = steps.findLastIndex(({ kind }) => kind === "person");
  return result > answer && result > person;
}

export const UNATTENDED_HEADER = "x-signalbox-unattended";

/** `signalbox run` says so; of agents that were started otherwise, two say it themselves. */
const isUnattended = (headers: IncomingHttpHeaders): boolean =>
  headers[UNATTENDED_HEADER] !== undefined ||
  headers["originator"] === "codex_exec" ||
  /\bsdk-cli\b/.test(headers["user-agent"] ?? "");

/** @unit bytes */
const PICTURE_BYTES_MIN = 400_000;
const PICTURES = /^(?:image|input_image|image_url|document|file|input_file)$/;

function holdsPictures(value: unknown, depth = 0): boolean {
  if (depth > 6) return false;
  if (Array.isArray(value)) return value.some((each) => holdsPictures(each, depth + 1));
  if (!isRecord(value)) return false;
  if (typeof value["type"] === "string" && PICTURES.test(value["type"])) return true;
  return ["messages", "input", "content", "output"].some((name) => holdsPictures(value[name], depth + 1));
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
    isAuto: isAuto(received.named) || headers["x-signalbox-auto"] === received.named,
    isUnattended: isUnattended(headers),
    session,
    // Only of long bodies it is asked, and a short one is quicker sent than searched.
    hasPictures: received.bytes > PICTURE_BYTES_MIN && holdsPictures(body),
    isLoopOpen: isOpen(steps),
    lastMark: lastCall && { kind: "call", id: lastCall.id },
    finding: findEvidence(steps),
    steps,
    isSameTask: isSameTask(shape.lastWords),
  };
}
