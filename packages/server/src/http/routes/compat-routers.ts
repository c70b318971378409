// The training call of existing clients: a multipart form in, a preference id out, the training in the background.
import { CompatPreferenceSchema } from "@signalbox/contracts";

import { createRouter } from "../../services/custom-routers/create-router.ts";
import { createPreference } from "../../services/preferences/create-preference.ts";
import { withForm } from "../read-form.ts";
import { defineRoute, type Route } from "../route.ts";
import { callerOf } from "./caller.ts";
import { uploadOf } from "./custom-routers.ts";

export const compatRouterRoutes: readonly Route[] = [
  defineRoute({
    operationId: "trainCustomRouterCompatible",
    method: "POST",
    path: "/v2/pzn/trainCustomRouter",
    isCompatible: true,
    access: { kind: "key", scope: "preferences" },
    tag: "Compatible",
    summary: "Trains a custom router for a preference, new unless `preference_id` names one.",
    bodyKind: "multipart",
    response: CompatPreferenceSchema,
    handler: (call) => {
      const { context, request } = call;
      const input = { fileField: "dataset_file", fileBytesMax: context.config.learning.uploadBytesMax };
      return withForm(request, input, async (form) => {
        const upload = uploadOf(form);
        const preferenceId =
          upload.preferenceId ??
          (await createPreference(context, callerOf(call), { name: upload.fileName })).id;
        await createRouter(context, callerOf(call), { ...upload, preferenceId, activates: true });
        return { preference_id: preferenceId };
      });
    },
  }),
];
