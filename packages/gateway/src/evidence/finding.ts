/** A sign that a model does not get on. */
export interface Finding {
  readonly code: "same_call" | "tests_fail_again" | "tool_errors" | "still_fails";
  readonly words: string;
}
