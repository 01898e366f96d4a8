import { buttonClass } from "../ui/button-class";
import { FocusFrame } from "../ui/focus-frame";
import { Notice } from "../ui/notice";
import { PageHeader } from "../ui/page-header";
import { SwitchAccountForm } from "./switch-account-form";
import { UntrustedName } from "./untrusted-name";

/** Why a request cannot be decided. */
export type EndedReason = "unknown" | "expired" | "decided" | "client_inactive" | "not_a_member";

const TEXTS: Record<EndedReason, { title: string; what: string; next: string }> = {
  unknown: {
    title: "There is no such request for you",
    what: "The link is not complete, or the request was made for somebody else.",
    next: "Start again from the extension, signed in as yourself.",
  },
  expired: {
    title: "This request has run out",
    what: "It waited 15 minutes for an answer, and extensions do not wait longer.",
    next: "Start it again: the extension asks for the same as before.",
  },
  decided: {
    title: "This request was answered already",
    what: "Each request takes one answer. Nothing is changed by opening it again.",
    next: "If you have allowed it, you can go on to the extension.",
  },
  client_inactive: {
    title: "The extension is switched off",
    what: "Its publisher has deactivated or deleted it, so it cannot be given access.",
    next: "Ask the publisher when it will be back. Nothing was shared.",
  },
  not_a_member: {
    title: "You are not a member here",
    what: "Only members can open requests of this company or organization.",
    next: "Sign in with another account, or ask an owner to add you.",
  },
};

export interface EndedScreenProps {
  reason: EndedReason;
  /** Missing where the request may not be told about. */
  clientName?: string;
  /** The way on, if there is one. It may leave this site, so it is an ordinary link. */
  action?: { href: string; label: string };
  /** Local address for somebody else to open, where another account may help. */
  switchAccountTo?: string;
}

/** A request that cannot be decided any more, or not by this person. */
export function EndedScreen({ reason, clientName, action, switchAccountTo }: EndedScreenProps) {
  const { title, what, next } = TEXTS[reason];
  return (
    <FocusFrame>
      <PageHeader
        title={title}
        description={
          clientName ? (
            <>
              Access for <UntrustedName name={clientName} />
            </>
          ) : undefined
        }
      />
      <Notice tone="warning" title={what}>
        <p>{next}</p>
      </Notice>
      {action ? (
        <div>
          <a href={action.href} className={buttonClass("primary")}>
            {action.label}
          </a>
        </div>
      ) : null}
      {switchAccountTo ? <SwitchAccountForm returnTo={switchAccountTo} /> : null}
    </FocusFrame>
  );
}
