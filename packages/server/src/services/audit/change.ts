// Every change and its audit row are one transaction: there is no change without a row and no row without a change.
import { randomUUID } from "node:crypto";
import type { Actor, JsonObject, Repositories, User } from "@signalbox/storage";
import type { Principal } from "../../context/principal.ts";
import type { ServiceContext } from "../../context/service-context.ts";
import type { Caller } from "../access/authorise.ts";

interface AuditNote {
  readonly action: string;
  readonly targetId?: string | null;
  /** Never a secret, never prompt text. */
  readonly details?: JsonObject;
}

interface Change {
  readonly repositories: Repositories;
  readonly note: (note: AuditNote) => Promise<void>;
}

export const OPERATOR: Actor = { kind: "system", id: null, name: "command line" };

export function actorOf(principal: Principal): Actor {
  if (principal.kind === "user") return { kind: "user", id: principal.userId, name: principal.email };
  if (principal.kind === "key")
    return { kind: "key", id: principal.keyId, name: `API key ${principal.keyId}` };
  return OPERATOR;
}

export interface ChangeBy {
  readonly accountId: string;
  readonly actor: Actor;
  readonly address: string | undefined;
}

export function changedBy(caller: Caller): ChangeBy {
  const { principal, address } = caller;
  return { accountId: principal.accountId, actor: actorOf(principal), address };
}

/** Runs the work in a transaction that holds its audit rows too. */
export function changeAs<T>(
  context: Pick<ServiceContext, "storage" | "clock">,
  by: ChangeBy,
  work: (change: Change) => Promise<T>,
): Promise<T> {
  return context.storage.transaction((repositories) =>
    work({
      repositories,
      note: (note) =>
        repositories.audit.append({
          id: randomUUID(),
          accountId: by.accountId,
          atMs: context.clock.nowMs(),
          actor: by.actor,
          action: note.action,
          targetId: note.targetId ?? null,
          details: note.details ?? {},
          ip: by.address ?? null,
        }),
    }),
  );
}

interface PersonNote {
  readonly user: User;
  /** Default the person. */
  readonly by?: Actor;
  readonly address?: string | undefined;
  readonly action: string;
  readonly details?: JsonObject;
}

/** Notes an event of a person in the audit log of each of their organisations. */
export async function notePerson(
  { clock }: Pick<ServiceContext, "clock">,
  { audit, memberships }: Pick<Repositories, "audit" | "memberships">,
  noted: PersonNote,
): Promise<void> {
  const { user, by, address, action, details } = noted;
  for (const { account } of await memberships.listByUser(user.id))
    await audit.append({
      id: randomUUID(),
      accountId: account.id,
      atMs: clock.nowMs(),
      actor: by ?? { kind: "user", id: user.id, name: user.email },
      action,
      targetId: user.id,
      details: { email: user.email, ...details },
      ip: address ?? null,
    });
}
