import type { ComponentChildren } from "preact";

import { LinkButton } from "../components/button.tsx";
import { PageHeader } from "../components/page-header.tsx";
import { EmptyState } from "../components/states.tsx";

export function NotFoundPage(): ComponentChildren {
  return (
    <>
      <PageHeader title="No such page" />
      <div className="panel">
        <EmptyState title="Page not found" action={<LinkButton href="/">To the overview</LinkButton>}>
          There is nothing at this address, or it belongs to another account.
        </EmptyState>
      </div>
    </>
  );
}
