import { useTranslations } from "next-intl";
import type { EndedRequestView } from "@/lib/consent/values";
import { SwitchAccountForm } from "../auth/sign-out-form";
import { DeadEnd } from "../errors/dead-end";
import { buttonClass, LinkButton } from "../ui/button";
import { UntrustedName } from "./untrusted-name";

/** A request that this person cannot answer, with the next step for the reason. */
export function EndedRequest({ requestId, view }: { requestId: string; view: EndedRequestView }) {
  const t = useTranslations("consent");
  if (view.kind !== "unknown") return <KnownEnd view={view} />;
  return (
    <DeadEnd
      title={t("ended.unknown.title")}
      what={t("ended.unknown.what")}
      actions={<SwitchAccountForm returnTo={`/consent/${requestId}`} />}
    >
      <p>{t("ended.unknown.next")}</p>
    </DeadEnd>
  );
}

function KnownEnd({ view }: { view: Exclude<EndedRequestView, { kind: "unknown" }> }) {
  const { clientId, clientName: name, logoUri, isChange } = view;
  const t = useTranslations("consent.ended");
  const blocked = useTranslations("plainPages.blocked");
  const client = () => <UntrustedName name={name} />;
  const page = {
    client: { clientId, name, logoUri },
    about: t.rich("client", { client }),
    actions: <NextStep view={view} />,
  };
  if (view.kind === "blocked") {
    const { check, suspensionReason: reason } = view;
    return (
      <DeadEnd {...page} title={blocked(`${check}.title`)} what={blocked(`${check}.what`)}>
        {reason ? <p>{blocked("reason", { reason })}</p> : null}
        <p>{blocked(`${check}.next`)}</p>
      </DeadEnd>
    );
  }
  const grantor = () => <UntrustedName name={view.grantorName} />;
  return (
    <DeadEnd
      {...page}
      title={t(`${view.kind}.title`)}
      what={t.rich(`${view.kind}.what`, { client, grantor })}
    >
      <p>{t(`${view.kind}.next`, { isChange: String(isChange) })}</p>
    </DeadEnd>
  );
}

function NextStep({ view }: { view: Exclude<EndedRequestView, { kind: "unknown" }> }) {
  const { kind, clientName: name, companyId, restartHref } = view;
  const t = useTranslations("consent.ended");
  switch (kind) {
    case "not_a_member":
      return <SwitchAccountForm returnTo={restartHref} />;
    case "allowed":
      return <LinkOut href={restartHref}>{t("resume", { name })}</LinkOut>;
    case "expired":
      return <LinkOut href={restartHref}>{t("restart")}</LinkOut>;
    case "denied":
      return (
        <>
          <HomeLink companyId={companyId} variant="primary" />
          <LinkOut href={restartHref} variant="secondary">
            {t("restart")}
          </LinkOut>
        </>
      );
    default:
      return <HomeLink companyId={companyId} variant="primary" />;
  }
}

interface LinkOutProps {
  /** It may leave this site, so it is an ordinary link. */
  href: string;
  variant?: "primary" | "secondary";
  children: string;
}

function LinkOut({ href, variant = "primary", children }: LinkOutProps) {
  return (
    <a href={href} className={buttonClass(variant)}>
      {children}
    </a>
  );
}

interface HomeLinkProps {
  /** Null for an organization. */
  companyId: number | null;
  variant: "primary" | "secondary";
}

/** Where a person continues without the extension: the company's extensions, or the start page. */
export function HomeLink({ companyId, variant }: HomeLinkProps) {
  const t = useTranslations("consent.home");
  return (
    <LinkButton
      href={companyId === null ? "/" : `/company/${companyId}/extensions`}
      variant={variant}
    >
      {t(companyId === null ? "start" : "extensions")}
    </LinkButton>
  );
}
