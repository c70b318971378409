// Renders panels as a signed-in person of some role sees them.
import type { Me } from "@signalbox/sdk";
import { createElement } from "preact";
import type { ComponentType } from "preact";

import { loadTsx } from "./load-tsx.ts";
import { render } from "./render.ts";
import type { Known } from "./render.ts";

type Parts = typeof import("./account-parts.ts");

interface Seen<P> {
  readonly props: P;
  readonly known?: Known;
  readonly role?: Me["role"];
}

export interface AccountView {
  readonly parts: Parts;
  readonly show: <P extends object>(component: (props: P) => unknown, seen: Seen<P>) => string;
}

export async function loadAccountView(): Promise<AccountView> {
  const parts = await loadTsx<Parts>("../test/support/account-parts.ts");
  return {
    parts,
    show: (component, { props, known = [], role = "owner" }) => {
      const inside = createElement(component as ComponentType<typeof props>, props);
      return render(() => createElement(parts.MeContext, { value: { role } as Me }, inside), {}, known);
    },
  };
}
