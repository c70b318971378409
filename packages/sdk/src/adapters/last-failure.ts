import { ModelCallError } from "../call/model-errors.ts";

/**
 * The provider's own error when only one model was tried, so that whoever handles it, or retries on it, finds what it
 * knows. After several it is the error that tells of all; its `cause` is the last one.
 */
export function lastFailure(fault: unknown): unknown {
  const isSingle = fault instanceof ModelCallError && fault.failures.length === 1;
  return isSingle ? fault.failures[0]?.cause : fault;
}
