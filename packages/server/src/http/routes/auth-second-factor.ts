import {
  DoneSchema,
  RecoveryCodesSchema,
  SecondFactorSecretSchema,
  StartSecondFactorSchema,
  UseCodeSchema,
} from "@signalbox/contracts";

import {
  confirmSecondFactor,
  endSecondFactor,
  renewRecoveryCodes,
  startSecondFactor,
} from "../../services/auth/own-second-factor.ts";
import { defineRoute, type Route } from "../route.ts";
import { callerOf } from "./caller.ts";

const path = "/auth/second-factor";
const common = { access: { kind: "person" }, tag: "Signing in" } as const;

export const secondFactorRoutes: readonly Route[] = [
  defineRoute({
    ...common,
    operationId: "startSecondFactor",
    method: "POST",
    path,
    summary: "Makes a secret for an authenticator app. It counts from its first code on.",
    body: StartSecondFactorSchema,
    response: SecondFactorSecretSchema,
    handler: (call) => startSecondFactor(call.context, callerOf(call), call.body.password),
  }),
  defineRoute({
    ...common,
    operationId: "confirmSecondFactor",
    method: "POST",
    path: `${path}/confirm`,
    summary: "Turns the second factor on by a first code; every other browser is signed out.",
    body: UseCodeSchema,
    response: RecoveryCodesSchema,
    handler: (call) => confirmSecondFactor(call.context, callerOf(call), call.body.code),
  }),
  defineRoute({
    ...common,
    operationId: "renewRecoveryCodes",
    method: "POST",
    path: `${path}/recovery-codes`,
    summary: "Replaces the recovery codes. The answer is the only one that holds the new ones.",
    body: UseCodeSchema,
    response: RecoveryCodesSchema,
    handler: (call) => renewRecoveryCodes(call.context, callerOf(call), call.body.code),
  }),
  defineRoute({
    ...common,
    operationId: "endSecondFactor",
    method: "DELETE",
    path,
    summary: "Turns the second factor off.",
    body: UseCodeSchema,
    response: DoneSchema,
    handler: async (call) => {
      await endSecondFactor(call.context, callerOf(call), call.body.code);
      return { done: true };
    },
  }),
];
