// Why single sign-on failed, as the service says it in the address of the sign-in page, and what helps.
import type { SingleSignOnFault } from "@signalbox/sdk";
import type { ComponentChildren } from "preact";

interface Words {
  readonly title: string;
  readonly help: string;
  readonly tone: "caution" | "stop";
}

const WORDS: Readonly<Record<SingleSignOnFault, Words>> = {
  cancelled: {
    title: "You turned back at the provider",
    help: "Nothing was changed. Sign in with it again, or with your password.",
    tone: "caution",
  },
  expired: {
    title: "That sign-in took too long",
    help: "It was begun more than ten minutes ago, or in another browser. Begin again here.",
    tone: "caution",
  },
  not_confirmed: {
    title: "The provider did not confirm who you are",
    help: "Begin again. If this keeps happening, the operator of this installation finds the reason in its log.",
    tone: "stop",
  },
  email_unverified: {
    title: "Your email address is not verified",
    help: "The provider does not vouch for it. Verify it there and begin again, or sign in with your password.",
    tone: "stop",
  },
  password_first: {
    title: "This address has a password here",
    help: "Sign in with it once, then open single sign-on from the same browser: that joins the two. If the password is not yours, reset it first.",
    tone: "caution",
  },
  sign_up_closed: {
    title: "You have no account here yet",
    help: "Sign-up is closed on this installation. Ask an owner to invite the address that the provider knows.",
    tone: "stop",
  },
  other_domain: {
    title: "You have no account here yet",
    help: "Accounts are opened for addresses of certain domains alone. Ask an owner to invite the address that the provider knows.",
    tone: "stop",
  },
  other_address: {
    title: "The invitation is for another address",
    help: "Sign in at the provider as the person who was invited, or ask an owner to invite the address that the provider knows.",
    tone: "stop",
  },
  ask_operator: {
    title: "Somebody used this address here before",
    help: "Nobody ever proved that it was you. Ask the operator of this installation to let you in.",
    tone: "stop",
  },
  provider_unreachable: {
    title: "The provider does not answer",
    help: "Try again in a moment, or sign in with your password.",
    tone: "stop",
  },
  not_configured: {
    title: "Single sign-on is not set up here",
    help: "Sign in with your email address and password.",
    tone: "caution",
  },
  internal: {
    title: "The sign-in failed in the service",
    help: "Begin again. If this keeps happening, the operator of this installation finds the reason in its log.",
    tone: "stop",
  },
};

const isKnown = (word: string): word is SingleSignOnFault => Object.hasOwn(WORDS, word);

/** @param word `error` of the address; one that a newer service may say is shown as a fault of the service. */
export function SingleSignOnFault({ word }: { readonly word: string }): ComponentChildren {
  const { title, help, tone } = WORDS[isKnown(word) ? word : "internal"];
  return (
    <div className="banner" data-tone={tone} role="alert">
      <div>
        <strong>{title}.</strong> {help}
      </div>
    </div>
  );
}
