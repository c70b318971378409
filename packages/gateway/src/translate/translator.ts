// The seam between a client and a model that share no protocol: one translator a pair.
import type { Body, ProtocolName } from "../protocols/protocol.ts";

/** One event of a stream: its name, empty in Chat, and its data; a string is written as it is. */
export interface StreamEvent {
  readonly name: string;
  readonly data: Body | string;
}

/** One streamed answer on its way to the client, with the state that the pair needs. */
export interface AnswerStream {
  /** @param event the data of one event of the upstream, parsed */
  push(event: Body): readonly StreamEvent[];
  /** The last events of the client's stream. @param isWhole false where the upstream broke off */
  end(isWhole: boolean): readonly StreamEvent[];
}

export interface Translator {
  /** The client's. */
  readonly from: ProtocolName;
  /** The upstream's. */
  readonly to: ProtocolName;
  /**
   * The call in the upstream's form, under the name that the client wrote; the gateway then fits it to its model.
   * @throws SignalboxError bad_request where it cannot be said in that form
   */
  request(body: Body): Body;
  /** A whole answer in the client's form. @param asked the client's call */
  answer(body: Body, asked: Body): Body;
  /** An error in the client's form. */
  error(body: Body, status: number): Body;
  /** @param asked the client's call */
  stream(asked: Body): AnswerStream;
}
