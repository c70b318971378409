// Preferences as existing clients make them: bare ids, bodies that may be empty.
import {
  CompatCreatePreferenceSchema,
  CompatPreferenceSchema,
  CompatSuccessSchema,
  CompatUpdatePreferenceSchema,
  IdParamsSchema,
} from "@signalbox/contracts";
import { deletePreference, updatePreference } from "../../services/preferences/change-preference.ts";
import { createPreference } from "../../services/preferences/preferences.ts";
import { defineRoute, type Route } from "../route.ts";
import { callerOf } from "./caller.ts";
import { createRouter } from "../../services/custom-routers/create-router.ts";
import { uploadOfForm } from "./custom-routers.ts";

const tag = "Preferences";
const access = { kind: "key", scope: "preferences" } as const;
const isCompatible = true;

/** Those clients send null or an empty text for "no name". */
const nameOf = (name: string | null | undefined): { readonly name?: string } => {
  const trimmed = name?.trim() ?? "";
  return trimmed === "" ? {} : { name: trimmed };
};

export const compatPreferenceRoutes: readonly Route[] = [
  defineRoute({
    operationId: "userPreferenceCreate",
    method: "POST",
    path: "/v2/preferences/userPreferenceCreate",
    isCompatible,
    access,
    tag,
    summary: "Creates a preference; the body may be empty.",
    body: CompatCreatePreferenceSchema,
    isBodyOptional: true,
    response: CompatPreferenceSchema,
    handler: async (call) => {
      // The body is absent altogether when the client sent none.
      const input = nameOf((call.body as { readonly name?: string | null } | undefined)?.name);
      const { id } = await createPreference(call.context, callerOf(call), input);
      return { preference_id: id };
    },
  }),
  defineRoute({
    operationId: "userPreferenceUpdate",
    method: "PUT",
    path: "/v2/preferences/userPreferenceUpdate",
    isCompatible,
    access,
    tag,
    summary: "Renames a preference.",
    body: CompatUpdatePreferenceSchema,
    response: CompatPreferenceSchema,
    handler: async (call) => {
      const change = { ...nameOf(call.body.name), id: call.body.preference_id };
      const { id } = await updatePreference(call.context, callerOf(call), change);
      return { preference_id: id };
    },
  }),
  defineRoute({
    operationId: "userPreferenceDelete",
    method: "DELETE",
    path: "/v2/preferences/userPreferenceDelete/:id",
    isCompatible,
    access,
    tag,
    summary: "Deletes a preference.",
    params: IdParamsSchema,
    response: CompatSuccessSchema,
    handler: async (call) => {
      await deletePreference(call.context, callerOf(call), call.params.id);
      return { success: true };
    },
  }),
];

// The training call of existing clients: a multipart form in, a preference id out, the training in the background.
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
    handler: async (call) => {
      const caller = callerOf(call);
      const upload = uploadOfForm(call, async (facts) => ({
        ...facts,
        preferenceId:
          facts.preferenceId ?? (await createPreference(call.context, caller, { name: facts.fileName })).id,
        activates: true,
      }));
      const { preference_id: preferenceId } = await createRouter(call.context, caller, upload);
      return { preference_id: preferenceId ?? "" };
    },
  }),
];
