// A conversation once its wire form was read: messages with parts kept apart and roles free, and the tools on offer.

/** The kinds of input that a model must be able to read beside text. */
export type PartModality = "image" | "audio" | "video" | "file";

export interface MessagePart {
  readonly modality: PartModality;
  readonly bytes?: number;
  /** A picture that the request asks to be looked at coarsely. */
  readonly detail?: "low";
}

export interface Message {
  readonly role: string;
  readonly text: string;
  /** Non-text parts, by modality. */
  readonly parts: readonly MessagePart[];
  readonly toolCallCount: number;
  readonly isToolResult: boolean;
  /** Text of tool calls, and of tool results inside a user turn; billed as input, never routed on. */
  readonly toolCallJson?: string;
}

/** The message of somebody who only types. */
export const userMessage = (text: string): Message => ({
  role: "user",
  text,
  parts: [],
  toolCallCount: 0,
  isToolResult: false,
});

export interface ToolDefinition {
  readonly name: string;
  readonly description: string;
  /** JSON text of the parameters, for the token estimate. */
  readonly parametersJson: string;
}
