import { type Messages, useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { UntrustedName } from "../consent/untrusted-name";
import { DeadEnd } from "../errors/dead-end";

interface DeadLinkProps {
  /** `too_many_attempts`: of a network that tried too many invalid links. */
  reason: keyof Messages["signIn"]["deadLinks"];
  /** Of an invitation: the organization or company, if the link identifies one. */
  tenantName?: string;
}

/** A link from a mail or the server's shell that does not work, or no longer. */
export function DeadLink({ reason, tenantName }: DeadLinkProps) {
  const t = useTranslations("signIn");
  const linkTo = (href: string) => (words: ReactNode) => (
    <a className="inline-link" href={href}>
      {words}
    </a>
  );
  return (
    <DeadEnd
      title={t(`deadLinks.${reason}.title`)}
      about={
        tenantName
          ? t.rich("invitation.endedTo", { tenant: () => <UntrustedName name={tenantName} /> })
          : null
      }
      what={t(`deadLinks.${reason}.what`)}
    >
      <p>
        {t.rich(`deadLinks.${reason}.next`, {
          home: linkTo("/"),
          signin: linkTo("/sign-in"),
          forgot: linkTo("/forgot-password"),
        })}
      </p>
    </DeadEnd>
  );
}
