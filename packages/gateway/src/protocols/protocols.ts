import { chat } from "./chat.ts";
import { messages } from "./messages.ts";
import type { Protocol, ProtocolName } from "./protocol.ts";
import { responses } from "./responses.ts";

export const PROTOCOLS: Readonly<Record<ProtocolName, Protocol>> = { messages, chat, responses };

export const protocolAt = (path: string): Protocol | undefined =>
  Object.values(PROTOCOLS).find((protocol) => protocol.path === path);
