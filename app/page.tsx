import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { useTranslations } from "next-intl";
import { getTranslations } from "next-intl/server";
import { SignOutForm } from "@/components/auth/sign-out-form";
import { DeadEnd } from "@/components/errors/dead-end";
import { Button, buttonClass } from "@/components/ui/button";
import { Identifier } from "@/components/ui/identifier";
import { Notice } from "@/components/ui/notice";
import { env } from "@/lib/core/env/env";
import { accountLabel } from "@/lib/core/full-name";
import { requireSession } from "@/lib/identity/sessions/current-session";
import { perform } from "@/lib/operation/perform";
import { type IgnoredClaim, listIgnoredClaims } from "@/lib/platform/provider/claims/apply-claims";
import { describeLink } from "@/lib/platform/provider/link/link";
import { homePath, listTenants } from "@/lib/tenants/companies/list-tenants";

export const metadata: Metadata = { title: "Start" };

/** Redirects people to their organization or company, and operators without one to the platform. Others have neither. */
export default async function StartPage() {
  const session = await requireSession("/");
  const caller = { session };
  const home = homePath(await perform(listTenants, { caller }));
  if (home) redirect(home);
  if (session.operatorRole) redirect("/platform");
  const provider = env().provider?.name;
  const ignored = provider ? await perform(listIgnoredClaims, { caller }) : [];
  const { externalId } = await perform(describeLink, { caller });
  const t = await getTranslations("signIn");
  return (
    <DeadEnd
      title={t("noMembership.title")}
      what={t("noMembership.description")}
      actions={
        <>
          <a href="/" className={buttonClass("primary")}>
            {t("tryAgain")}
          </a>
          <SignOutForm>
            <Button type="submit">{t("signOut")}</Button>
          </SignOutForm>
        </>
      }
    >
      {provider && ignored.length > 0 ? <Ignored provider={provider} ignored={ignored} /> : null}
      <ol className="grid list-decimal gap-2 ps-5">
        <li>
          {t.rich("noMembership.ask", { email: () => <strong>{accountLabel(session)}</strong> })}
        </li>
        {provider && externalId ? (
          <li>
            {t("noMembership.externalId", { provider })}{" "}
            <Identifier value={externalId} what={t("noMembership.externalIdName")} />
          </li>
        ) : null}
        <li>{t("noMembership.reload")}</li>
        <li>{t("noMembership.other")}</li>
      </ol>
    </DeadEnd>
  );
}

function Ignored(props: { provider: string; ignored: readonly IgnoredClaim[] }) {
  const { provider, ignored } = props;
  const t = useTranslations("provider.ignored");
  return (
    <Notice tone="warning" title={t("title", { provider })}>
      <p>{t("why")}</p>
      <ul className="list-disc ps-5">
        {ignored.map(({ kind, id }) => (
          <li key={`${kind} ${id}`}>{t(kind, { id })}</li>
        ))}
      </ul>
      <p>{t("ask", { provider })}</p>
    </Notice>
  );
}
