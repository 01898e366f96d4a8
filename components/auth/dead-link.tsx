import { type Messages, useTranslations } from "next-intl";
import { UntrustedName } from "../consent/untrusted-name";
import { DeadEnd } from "../errors/dead-end";
import { LinkButton } from "../ui/button";

type DeadReason = keyof Messages["signIn"]["deadLinks"];

/** Where a person goes from here, unless it is the start page. */
const WAYS_ON: Partial<Record<DeadReason, readonly ("newLink" | "submit")[]>> = {
  setup: ["submit"],
  recover: ["newLink", "submit"],
};

/** A link that does not work, or no longer. @param tenantName whose invitation it is, if the link identifies it */
export function DeadLink({ reason, tenantName }: { reason: DeadReason; tenantName?: string }) {
  const t = useTranslations("signIn");
  const shell = useTranslations("shell");
  const ways = WAYS_ON[reason]?.map((way) => (
    <LinkButton key={way} href={way === "submit" ? "/sign-in" : "/forgot-password"}>
      {t(way)}
    </LinkButton>
  ));
  return (
    <DeadEnd
      title={t(`deadLinks.${reason}.title`)}
      about={
        tenantName
          ? t.rich("invitation.endedTo", { tenant: () => <UntrustedName name={tenantName} /> })
          : null
      }
      what={t(`deadLinks.${reason}.what`)}
      actions={ways ?? <LinkButton href="/">{shell("startPage")}</LinkButton>}
    >
      <p>{t(`deadLinks.${reason}.next`)}</p>
    </DeadEnd>
  );
}
