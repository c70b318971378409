import type { Member, UpdateMember } from "@signalbox/contracts";

import type { ServiceContext } from "../../context/service-context.ts";
import { changeAs, changedBy } from "../audit/change.ts";
import { authorise, type Caller } from "../access/authorise.ts";
import { found, notFound } from "../faults.ts";
import { memberToWire } from "./member-wire.ts";

/** @throws SignalboxError not_found; conflict when it would leave no owner */
export async function updateMember(
  context: ServiceContext,
  caller: Caller,
  input: UpdateMember & { readonly id: string },
): Promise<Member> {
  authorise(caller.principal, "members.manage");
  const { accountId } = caller.principal;
  const { id: userId, role } = input;
  return changeAs(context, changedBy(caller), async ({ repositories, note }) => {
    if (!(await repositories.memberships.setRole({ accountId, userId, role }))) throw notFound("member");
    const membership = found(await repositories.memberships.find({ accountId, userId }), "member");
    const user = found(await repositories.users.find(userId), "member");
    await note({ action: "member.set_role", targetId: userId, details: { email: user.email, role } });
    return memberToWire({ ...membership, ...userPart(user) }, caller.principal);
  });
}

function userPart(user: {
  readonly email: string;
  readonly name: string;
  readonly lastSignInAtMs: number | null;
  readonly emailVerifiedAtMs: number | null;
}) {
  const { email, name, lastSignInAtMs, emailVerifiedAtMs } = user;
  return { email, name, lastSignInAtMs, emailVerifiedAtMs };
}
