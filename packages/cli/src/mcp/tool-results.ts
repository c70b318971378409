// Results as hosts take them: numbers for programs, text for the model, and faults that say what to do.
import {
  describeFieldError,
  SignalboxError,
  type FeedbackResult,
  type FieldError,
} from "@signalbox/contracts";
import { SignalboxApiError, type ApiErrorCode } from "@signalbox/sdk";
import type { CallToolResult } from "@modelcontextprotocol/sdk/types.js";

import { renderExplanation } from "../output/explanation.ts";
import type { Advice } from "./advisors.ts";

const text = (words: string): CallToolResult["content"] => [{ type: "text", text: words }];

export function adviceResult({ label, sessionId, explanation }: Advice): CallToolResult {
  const { summary, ranking, rejected, session, degraded } = explanation;
  const structuredContent = {
    label,
    session_id: sessionId,
    summary,
    ranking: ranking.map(({ label, rank, success, spread, usd, seconds, reasons }) => {
      return { label, rank, success, spread, usd, seconds, reasons };
    }),
    rejected: rejected.map(({ label, reason }) => ({ label, reason })),
    session: { action: session.action, reason: session.reason },
    degraded,
  };
  const shown = renderExplanation({ llm_label: label, explanation });
  return { structuredContent, content: text(`${shown}\nsession_id: ${sessionId}\n`) };
}

export function feedbackResult(result: FeedbackResult): CallToolResult {
  const { session_id, label, value, status, decisions } = result;
  const words = `The report on ${label} is ${status}: value ${value ?? "none"}, ${decisions} decision(s).`;
  return { structuredContent: { session_id, label, value, status, decisions }, content: text(words) };
}

const ADVICE: Readonly<Partial<Record<ApiErrorCode, string>>> = {
  unauthenticated: "Put a key of the service into SIGNALBOX_API_KEY where this server is configured.",
  network: "Start the service, or fix the address in SIGNALBOX_URL or --server.",
  timeout: "The service may be busy: try again.",
  rate_limited: "Wait a little, then try again.",
  overloaded: "Wait a little, then try again.",
};

const fieldLines = (errors: readonly FieldError[]): string[] => errors.map(describeFieldError);

function describe(fault: SignalboxError | SignalboxApiError): string {
  const advice = ADVICE[fault.code];
  return [fault.detail, ...fieldLines(fault.errors), ...(advice === undefined ? [] : [advice])].join("\n");
}

/** Runs the work of a tool; a fault becomes a result that the model can read and act on. */
export async function asToolResult(
  work: () => Promise<CallToolResult>,
  logFault: (fault: unknown) => void,
): Promise<CallToolResult> {
  try {
    return await work();
  } catch (fault) {
    if (fault instanceof SignalboxError || fault instanceof SignalboxApiError)
      return { isError: true, content: text(describe(fault)) };
    logFault(fault);
    const words = "An unexpected fault of the tool; its log tells more. Go on with the model you would take.";
    return { isError: true, content: text(words) };
  }
}
