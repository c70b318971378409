import {
  CreatePreferenceSchema,
  DoneSchema,
  DraftResultSchema,
  DryRunResultSchema,
  DryRunSchema,
  IdParamsSchema,
  PageOf,
  PageQuerySchema,
  PreferenceSchema,
  PreferenceVersionSchema,
  PutDraftSchema,
  UpdatePreferenceSchema,
} from "@signalbox/contracts";

import { deletePreference, updatePreference } from "../../services/preferences/change-preference.ts";
import { deleteDraft, getDraft, putDraft } from "../../services/preferences/drafts.ts";
import {
  createPreference,
  getPreference,
  listPreferenceVersions,
  listPreferences,
} from "../../services/preferences/preferences.ts";
import { dryRunPreference } from "../../services/preferences/dry-run.ts";
import { defineRoute, type Route } from "../route.ts";
import { callerOf } from "./caller.ts";

const tag = "Preferences";
const access = { kind: "key", scope: "preferences" } as const;

const isPerson = { kind: "person" } as const;

const drafts: readonly Route[] = [
  defineRoute({
    operationId: "getPreferenceDraft",
    method: "GET",
    path: "/preferences/:id/draft",
    access: isPerson,
    tag,
    summary: "The caller's own draft of a preference, or null.",
    params: IdParamsSchema,
    response: DraftResultSchema,
    handler: (call) => getDraft(call.context, callerOf(call), call.params.id),
  }),
  defineRoute({
    operationId: "putPreferenceDraft",
    method: "PUT",
    path: "/preferences/:id/draft",
    access: isPerson,
    tag,
    summary: "Keeps the caller's draft in place of an earlier one; nothing is in force by it.",
    params: IdParamsSchema,
    body: PutDraftSchema,
    response: DraftResultSchema,
    handler: (call) => putDraft(call.context, callerOf(call), { ...call.body, id: call.params.id }),
  }),
  defineRoute({
    operationId: "deletePreferenceDraft",
    method: "DELETE",
    path: "/preferences/:id/draft",
    access: isPerson,
    tag,
    summary: "Discards the caller's draft.",
    params: IdParamsSchema,
    response: DoneSchema,
    handler: async (call) => {
      await deleteDraft(call.context, callerOf(call), call.params.id);
      return { done: true };
    },
  }),
];

const reading: readonly Route[] = [
  defineRoute({
    operationId: "listPreferences",
    method: "GET",
    path: "/preferences",
    access,
    tag,
    summary: "Preferences, newest first.",
    query: PageQuerySchema,
    response: PageOf(PreferenceSchema),
    handler: (call) => listPreferences(call.context, callerOf(call), call.query),
  }),
  defineRoute({
    operationId: "getPreference",
    method: "GET",
    path: "/preferences/:id",
    access,
    tag,
    summary: "A preference at its current version.",
    params: IdParamsSchema,
    response: PreferenceSchema,
    handler: (call) => getPreference(call.context, callerOf(call), call.params.id),
  }),
  defineRoute({
    operationId: "listPreferenceVersions",
    method: "GET",
    path: "/preferences/:id/versions",
    access,
    tag,
    summary: "Every version, newest first.",
    params: IdParamsSchema,
    query: PageQuerySchema,
    response: PageOf(PreferenceVersionSchema),
    handler: (call) =>
      listPreferenceVersions(call.context, callerOf(call), { ...call.query, id: call.params.id }),
  }),
];

export const preferenceRoutes: readonly Route[] = [
  ...reading,
  ...drafts,
  defineRoute({
    operationId: "createPreference",
    method: "POST",
    path: "/preferences",
    access,
    tag,
    summary: "Creates a preference.",
    body: CreatePreferenceSchema,
    status: 201,
    response: PreferenceSchema,
    handler: (call) => createPreference(call.context, callerOf(call), call.body),
  }),
  defineRoute({
    operationId: "updatePreference",
    method: "PUT",
    path: "/preferences/:id",
    access,
    tag,
    summary: "Writes the next version, or restores an earlier one; omitted members stay.",
    params: IdParamsSchema,
    body: UpdatePreferenceSchema,
    response: PreferenceSchema,
    handler: (call) => updatePreference(call.context, callerOf(call), { ...call.body, id: call.params.id }),
  }),
  defineRoute({
    operationId: "dryRunPreference",
    method: "POST",
    path: "/preferences/:id/dry-run",
    access,
    tag,
    summary: "What a policy would choose and cost, against the current version; nothing is stored.",
    params: IdParamsSchema,
    isBodyLarge: true,
    body: DryRunSchema,
    response: DryRunResultSchema,
    handler: (call) => dryRunPreference(call.context, callerOf(call), { ...call.body, id: call.params.id }),
  }),
  defineRoute({
    operationId: "deletePreference",
    method: "DELETE",
    path: "/preferences/:id",
    access,
    tag,
    summary: "Deletes a preference; decisions made with it keep their version.",
    params: IdParamsSchema,
    response: DoneSchema,
    handler: async (call) => {
      await deletePreference(call.context, callerOf(call), call.params.id);
      return { done: true };
    },
  }),
];
