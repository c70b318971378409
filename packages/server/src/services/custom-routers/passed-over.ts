// A stored router that decisions pass over, in words: why, and what to do about it.
import type { FieldError } from "@signalbox/contracts";
import type { CustomRouter } from "@signalbox/storage";

import { keptRowsOf } from "./kept-rows.ts";

const WHY = "it was trained on another artefact, or by a release that stored another form";

/** What brings it back. */
export function adviceFor(router: Pick<CustomRouter, "id" | "upload">): string {
  if (keptRowsOf(router) === undefined)
    return "No rows are kept with it. Upload the evaluations again to train another, and switch that one on.";
  return (
    `Train it again from its kept rows: on its page in the dashboard, with \`signalbox custom-router retrain ${router.id}\`, ` +
    `or by POST /api/v1/custom-routers/${router.id}/train.`
  );
}

export const refusalOf = (router: Pick<CustomRouter, "id" | "upload">): string =>
  `Decisions would pass this router over: ${WHY}. ${adviceFor(router)}`;

/** Stands among the warnings of every decision that its preference makes without it. */
export function noticeOf(router: Pick<CustomRouter, "id" | "name" | "upload">): FieldError {
  return {
    location: "preference.custom_router_id",
    message: `The custom router "${router.name}" is passed over and the shipped estimates stand: ${WHY}.`,
    fix: adviceFor(router),
  };
}
