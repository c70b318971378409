import {
  BudgetSchema,
  BudgetsSchema,
  DoneSchema,
  IdParamsSchema,
  PutBudgetSchema,
} from "@signalbox/contracts";

import { deleteBudget, listBudgets, putBudget } from "../../services/budgets/manage-budgets.ts";
import { defineRoute, type Route } from "../route.ts";
import { callerOf } from "./caller.ts";
import { reading } from "./reading.ts";

const tag = "Budgets";

export const budgetRoutes: readonly Route[] = [
  defineRoute({
    ...reading(tag),
    operationId: "listBudgets",
    path: "/budgets",
    summary: "Budgets of the account, its keys and its preferences, with what is spent of them.",
    response: BudgetsSchema,
    handler: (call) => listBudgets(call.context, callerOf(call)),
  }),
  defineRoute({
    operationId: "putBudget",
    method: "PUT",
    path: "/budgets",
    access: { kind: "person" },
    tag,
    summary: "Sets the budget of the account, a key or a preference.",
    body: PutBudgetSchema,
    response: BudgetSchema,
    handler: (call) => putBudget(call.context, callerOf(call), call.body),
  }),
  defineRoute({
    operationId: "deleteBudget",
    method: "DELETE",
    path: "/budgets/:id",
    access: { kind: "person" },
    tag,
    summary: "Deletes a budget and closes its alert.",
    params: IdParamsSchema,
    response: DoneSchema,
    handler: async (call) => {
      await deleteBudget(call.context, callerOf(call), call.params.id);
      return { done: true };
    },
  }),
];
