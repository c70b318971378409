// Decides between the way in and the dashboard. Link pages (reset, invitation, claim) are reachable either way.
import type { ComponentChildren } from "preact";
import type { Me } from "@signalbox/sdk";
import { Redirect, Route, Switch } from "wouter-preact";

import { Mark } from "../components/mark.tsx";
import { ErrorPanel, page, Skeleton } from "../components/states.tsx";
import { DraftScope } from "../lib/use-draft.ts";
import { ForgotPage } from "../pages/gate/forgot-page.tsx";
import { InvitePage } from "../pages/gate/invite-page.tsx";
import { ResetPage } from "../pages/gate/reset-page.tsx";
import { SignInPage } from "../pages/gate/sign-in-page.tsx";
import { ClaimPage, SignUpPage } from "../pages/gate/sign-up-page.tsx";
import { MeContext, useMeQuery, useSessionOfOtherTabs } from "../session/session.ts";
import { Shell } from "./shell.tsx";

/** Few people ever see it. */
const { component: BarredPage } = page(
  () => import("../pages/gate/barred-page.tsx"),
  "BarredPage",
  <Waiting />,
);

const isBarred = (me: Me): boolean => me.lacks_single_sign_on || me.lacks_second_factor;

/** Pages without use for a signed-in person, who may arrive by a bookmark or from a provider. */
const WAYS_IN = /^\/(sign-in|sign-up|claim|forgot)\/?$/;

export function Gate(): ComponentChildren {
  const me = useMeQuery();
  useSessionOfOtherTabs();
  if (me.data === undefined && me.isPending) return <Waiting />;
  if (me.data === undefined)
    return (
      <main className="content">
        <h1 className="visually-hidden">Signalbox</h1>
        <ErrorPanel error={me.error} onRetry={() => void me.refetch()} />
      </main>
    );
  return (
    <Switch>
      <Route path="/reset" component={ResetPage} />
      <Route path="/invite" component={InvitePage} />
      {me.data === null ? null : <Route path={WAYS_IN}>{() => <Redirect to="/" replace />}</Route>}
      <Route>
        {me.data === null ? (
          <WayIn />
        ) : isBarred(me.data) ? (
          <MeContext value={me.data}>
            <BarredPage />
          </MeContext>
        ) : (
          <MeContext value={me.data}>
            <DraftScope value={me.data.account.id}>
              <Shell key={me.data.account.id} />
            </DraftScope>
          </MeContext>
        )}
      </Route>
    </Switch>
  );
}

function WayIn(): ComponentChildren {
  return (
    <Switch>
      <Route path="/sign-up" component={SignUpPage} />
      <Route path="/claim" component={ClaimPage} />
      <Route path="/forgot" component={ForgotPage} />
      <Route component={SignInPage} />
    </Switch>
  );
}

function Waiting(): ComponentChildren {
  return (
    <main className="content waiting" aria-busy="true">
      <h1 className="row">
        <Mark />
        Signalbox <span className="faint">is loading</span>
      </h1>
      <Skeleton />
    </main>
  );
}
