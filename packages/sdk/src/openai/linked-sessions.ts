// An OpenAI conversation says nothing of our sessions, but the provider names its tool calls and responses, and the next
// request names them back. So a loop of tools is linked to its session without help of the caller.
import { isObject, type AutoCall, type Body } from "./read-call.ts";

export interface LinkedSessions {
  /** The session of the newest call or response that the request refers to. */
  find(call: AutoCall): string | undefined;
  remember(answer: unknown, sessionId: string): void;
}

const listOf = (value: unknown): readonly Body[] => (Array.isArray(value) ? value.filter(isObject) : []);
const isText = (value: unknown): value is string => typeof value === "string";

/** Newest last. */
function namedIn({ kind, body }: AutoCall): readonly string[] {
  const items = listOf(kind === "chat" ? body["messages"] : body["input"]);
  const calls = items.map((item) => item["tool_call_id"] ?? item["call_id"]);
  return [body["previous_response_id"], ...calls].filter(isText);
}

/** Ids in a whole answer or in one event of a stream, of chat completions and of responses. */
function namedBy(answer: Body): readonly string[] {
  const response = isObject(answer["response"]) ? answer["response"] : answer;
  const choices = listOf(answer["choices"]).map(({ message, delta }) => message ?? delta);
  const chatCalls = choices.filter(isObject).flatMap((message) => listOf(message["tool_calls"]));
  const items = [...listOf(response["output"]), answer["item"]].filter(isObject);
  const responseId = response["object"] === "response" ? [response["id"]] : [];
  return [...responseId, ...chatCalls.map(({ id }) => id), ...items.map(({ call_id: id }) => id)].filter(
    isText,
  );
}

/** Holds the newest `idsMax` ids. */
export function createLinkedSessions(idsMax: number): LinkedSessions {
  const sessions = new Map<string, string>();
  return {
    find: (call) => {
      const known = namedIn(call).findLast((id) => sessions.has(id));
      return known === undefined ? undefined : sessions.get(known);
    },
    remember: (answer, sessionId) => {
      if (!isObject(answer)) return;
      for (const id of namedBy(answer)) {
        sessions.delete(id);
        sessions.set(id, sessionId);
      }
      for (const oldest of sessions.keys()) {
        if (sessions.size <= idsMax) return;
        sessions.delete(oldest);
      }
    },
  };
}
