// Client-side hashing: the text of a conversation never leaves the process.
// What is sent in its place is a digest, so the choice then rests on the candidates, tools and turns alone.
import type { MessageWire, SelectRequestWire } from "@signalbox/contracts";

const encoder = new TextEncoder();

async function digest(text: string, salt: string): Promise<string> {
  const bytes = await crypto.subtle.digest("SHA-256", encoder.encode(`${salt}\u0000${text}`));
  return `sha256:${Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, "0")).join("")}`;
}

type Part = Extract<MessageWire["content"], readonly unknown[]>[number];

const hashPart = async (part: Part, salt: string): Promise<Part> => ({
  type: part.type,
  ...(typeof part.text === "string" && { text: await digest(part.text, salt) }),
});

type Content = Exclude<MessageWire["content"], undefined>;

async function hashContent(content: MessageWire["content"], salt: string): Promise<Content> {
  if (typeof content === "string") return digest(content, salt);
  if (!Array.isArray(content)) return null;
  return Promise.all(content.map((part) => hashPart(part, salt)));
}

const hashMessage = async (message: MessageWire, salt: string): Promise<MessageWire> => ({
  role: message.role ?? null,
  content: await hashContent(message.content, salt),
});

/**
 * The request with every message text replaced by a salted SHA-256 digest and `hash_content` set.
 * Only role and content are kept: tool calls and other members of a message may quote the text.
 */
export async function hashMessages(request: SelectRequestWire, salt: string): Promise<SelectRequestWire> {
  const { messages } = request;
  const hashed =
    typeof messages === "string"
      ? await digest(messages, salt)
      : await Promise.all(messages.map((message) => hashMessage(message, salt)));
  return { ...request, hash_content: true, messages: hashed };
}
