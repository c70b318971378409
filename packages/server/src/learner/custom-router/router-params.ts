// The wishes that came with an upload, as they are kept with the job.
import type { CustomRouter } from "@signalbox/storage";

interface RouterParams {
  readonly fileName: string;
  readonly promptColumn: string;
  readonly isLargerBetter: boolean;
  /** Switch it on as soon as it is trained. */
  readonly activates: boolean;
  /** Switch it on, or leave it on, even if it is not better than what it replaces. */
  readonly overrides: boolean;
  /** Keep the rows with the router. */
  readonly keepsRows: boolean;
}

export function readRouterParams({ params }: Pick<CustomRouter, "params">): RouterParams {
  const text = (name: string, fallback: string): string => {
    const value = params[name];
    return typeof value === "string" && value !== "" ? value : fallback;
  };
  return {
    fileName: text("fileName", "evaluations"),
    promptColumn: text("promptColumn", "prompt"),
    isLargerBetter: params["isLargerBetter"] !== false,
    activates: params["activates"] === true,
    overrides: params["overrides"] === true,
    keepsRows: params["keepsRows"] === true,
  };
}
