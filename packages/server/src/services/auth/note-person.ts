// Notes what concerns a person rather than an organisation in the audit log of each of theirs.
import { randomUUID } from "node:crypto";

import type { Actor, JsonObject, Repositories, User } from "@signalbox/storage";

import type { ServiceContext } from "../../context/service-context.ts";

export const OPERATOR: Actor = { kind: "system", id: null, name: "command line" };

interface PersonNote {
  readonly user: User;
  /** Default the person. */
  readonly by?: Actor;
  readonly address?: string | undefined;
  readonly action: string;
  readonly details?: JsonObject;
}

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
