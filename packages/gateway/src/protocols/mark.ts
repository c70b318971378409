// Marks that a model leaves in a conversation that only it may be asked to go on with: the id of a call of a tool, and the
// signature of a thought. Clients send both back with the next request, which tells the gateway who made them.

export interface Mark {
  readonly kind: "call" | "thought";
  readonly id: string;
}
