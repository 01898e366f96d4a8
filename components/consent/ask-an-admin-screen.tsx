import { useTranslations } from "next-intl";
import { ScopeGroups } from "../scopes/scope-groups";
import type { ScopeView } from "../scopes/scope-view";
import { Button, LinkButton } from "../ui/button";
import { FocusFrame } from "../ui/focus-frame";
import { Notice } from "../ui/notice";
import { PageHeader } from "../ui/page-header";
import type { HomeLink } from "./home-link";
import { UntrustedName } from "./untrusted-name";

export interface AskAnAdminScreenProps {
  clientName: string;
  grantorName: string;
  scopes: readonly ScopeView[];
  /** People who may decide. */
  deciders: readonly { name: string; email: string | null }[];
  /** Where the form that asks them posts to; null if this way of asking is not offered. */
  askAction: string | null;
  /** True once the person has asked them. */
  asked: boolean;
  /** Where the person can continue. */
  home: HomeLink;
}

/** For staff, who may launch an extension but not decide what it may do. */
export function AskAnAdminScreen(props: AskAnAdminScreenProps) {
  const { clientName, grantorName, scopes, deciders, askAction, asked, home } = props;
  const t = useTranslations("consent");
  return (
    <FocusFrame>
      <PageHeader
        title={t("askAnAdmin.title")}
        description={t.rich("askAnAdmin.explanation", {
          grantor: () => <UntrustedName name={grantorName} />,
          client: () => <UntrustedName name={clientName} />,
        })}
      />
      {asked ? (
        <Notice tone="success" title={t("askAnAdmin.asked")} live>
          <p>{t("askAnAdmin.waitsFor")}</p>
          <Deciders people={deciders} />
          <p>{t("askAnAdmin.afterwards")}</p>
        </Notice>
      ) : (
        <Notice title={t("askAnAdmin.whoDecides")}>
          <Deciders people={deciders} />
        </Notice>
      )}
      <section className="grid gap-3">
        <h2 className="text-lg">{t("askAnAdmin.asksFor")}</h2>
        <div className="rounded-lg bg-surface">
          <ScopeGroups scopes={scopes} />
        </div>
      </section>
      <div className="flex flex-wrap gap-3">
        {askAction && !asked ? (
          <form action={askAction} method="post">
            <Button type="submit" variant="primary">
              {t("askAnAdmin.ask")}
            </Button>
          </form>
        ) : null}
        <LinkButton href={home.href}>{t(`home.${home.label}`)}</LinkButton>
      </div>
    </FocusFrame>
  );
}

function Deciders({ people }: { people: AskAnAdminScreenProps["deciders"] }) {
  return (
    <ul className="grid gap-1">
      {people.map((person) => (
        <li key={`${person.name} ${person.email}`}>
          <bdi>{person.name}</bdi>
          {person.email === null ? null : (
            <>
              ,{" "}
              <a href={`mailto:${person.email}`} className="inline-link">
                {person.email}
              </a>
            </>
          )}
        </li>
      ))}
    </ul>
  );
}
