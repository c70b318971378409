// The artefact for content readers: its manifest and its one tensor file. Both change only with the version, which is the tag.
import { ArtefactManifestSchema } from "@signalbox/contracts";

import {
  readContentArtefact,
  readContentManifest,
} from "../../services/content-artefact/read-content-artefact.ts";
import { defineRoute, type AnyCall, type Route } from "../route.ts";

const common = { method: "GET", access: { kind: "key", scope: "select" }, tag: "Model selection" } as const;

/** Marks the answer; true when the caller has it already. */
function isKnown({ context, request, reply }: AnyCall): boolean {
  const etag = `"${context.engine.artefactVersion}"`;
  void reply.headers({ etag, "cache-control": "private, no-cache" });
  return request.headers["if-none-match"] === etag;
}

export const contentArtefactRoutes: readonly Route[] = [
  defineRoute({
    ...common,
    operationId: "getContentArtefact",
    path: "/content-artefact",
    summary: "Manifest of the artefact that `content_features` must be made with.",
    response: ArtefactManifestSchema,
    handler: async (call) =>
      isKnown(call) ? call.reply.code(304).send() : await readContentManifest(call.context),
  }),
  defineRoute({
    ...common,
    operationId: "getContentArtefactTensors",
    path: "/content-artefact/tensors",
    summary: "The tensor file that this manifest names.",
    response: "application/octet-stream",
    handler: async (call) => {
      const { reply, context } = call;
      if (isKnown(call)) return reply.code(304).send();
      const { tensors } = await readContentArtefact(context);
      return reply.header("content-type", "application/octet-stream").send(tensors);
    },
  }),
];
