import { useTranslations } from "next-intl";
import { getLocale, getTranslations } from "next-intl/server";
import { type PageProps, titled } from "@/app/page-parts";
import { ClientMark } from "@/components/clients/client-mark";
import { UntrustedName } from "@/components/consent/untrusted-name";
import { ExtensionTable } from "@/components/extensions/extension-table";
import { PublisherLine } from "@/components/extensions/publisher";
import { AnsweredNotice, WaitingQuestions } from "@/components/extensions/waiting-questions";
import { FilterBar, SearchField } from "@/components/list/filter-form";
import { FilteredList, NoMatch } from "@/components/list/filtered-list";
import { stateHref } from "@/components/list/list-state";
import { scopesNamed } from "@/components/scopes/scope-view";
import { Button, buttonClass } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { Notice } from "@/components/ui/notice";
import { PageHeader } from "@/components/ui/page-header";
import { Panel } from "@/components/ui/panel";
import { mayConsent } from "@/lib/consent/may-consent";
import { firstValue } from "@/lib/core/http/search-params";
import { searchQuery } from "@/lib/core/schemas/page-schemas";
import { perform } from "@/lib/operation/perform";
import { describeScopes } from "@/lib/protocol/scopes/describe-scopes";
import {
  AVAILABLE_PAGE_SIZE,
  listAvailableExtensions,
  listInstalledExtensions,
} from "@/lib/tenants/companies/extensions";
import { listQuestions } from "@/lib/tenants/companies/questions";
import { requireCompanyMember } from "@/lib/tenants/companies/require-company-member";
import type { AvailableExtension } from "@/lib/tenants/extension-values";

export const generateMetadata = titled("extensions.title");

const searchSchema = searchQuery("the name");

/** A seller company's extensions: those it has connected, and those it may install. */
export default async function ExtensionsPage(props: PageProps<"company_id">) {
  const { company_id: companyId } = await props.params;
  const path = `/company/${companyId}/extensions`;
  const caller = await requireCompanyMember(companyId, path);
  const { company } = caller;
  const searchParams = await props.searchParams;
  const { data: search = "" } = searchSchema.safeParse(firstValue(searchParams, "q"));
  const page = pageOf(firstValue(searchParams, "page"));
  const answer = firstValue(searchParams, "answered");
  const isActive = company.status === "active";
  const mayDecide = isActive && mayConsent(company.role);
  const state = { q: search, page };
  const [installed, { extensions, total }, questions] = await Promise.all([
    perform(listInstalledExtensions, { caller }),
    perform(listAvailableExtensions, { caller, query: { search, page } }),
    mayDecide ? perform(listQuestions, { caller }) : [],
  ]);
  const mentioned = questions.flatMap((question) => question.scopes);
  const scopes = await describeScopes([...new Set(mentioned)], await getLocale());
  const t = await getTranslations("extensions");
  return (
    <>
      <PageHeader
        title={t("title")}
        description={t.rich("explanation", { company: () => <bdi>{company.name}</bdi> })}
      />
      <AnsweredNotice answer={answer} />
      {questions.length > 0 ? (
        <WaitingQuestions
          questions={questions.map((question) => ({
            ...question,
            scopes: scopesNamed(scopes, question.scopes),
          }))}
          path={`/company/${company.id}/questions`}
        />
      ) : null}
      <ExtensionTable of="company" path={path} rows={installed} mayInstall={isActive} />
      {isActive ? (
        <Panel title={t("available.title")} description={t("available.explanation")} padded={false}>
          <FilteredList
            filters={
              <FilterBar path={path} address={stateHref(path, state)} isFiltered={search !== ""}>
                <SearchField label={t("available.searchLabel")} value={search} />
              </FilterBar>
            }
            path={path}
            state={state}
            pages={{
              total,
              size: AVAILABLE_PAGE_SIZE,
              noun: t("available.noun", { count: total }),
            }}
            nothingYet={
              <EmptyState title={t("available.nothing")} next={t("available.nothingWhy")} />
            }
            noMatch={
              <NoMatch title={t("available.noMatch")} href={path}>
                {t.rich("available.noMatchWhy", { search: () => <bdi>{search}</bdi> })}
              </NoMatch>
            }
          >
            {mayDecide ? null : (
              <div id={REASON} className="px-4 pt-4 sm:px-6">
                <Notice title={t("available.askAdmin")} next={t("available.askAdminWhy")} />
              </div>
            )}
            <ul className="grid gap-4 p-4 sm:grid-cols-2 sm:p-6 lg:grid-cols-3">
              {extensions.map((extension) => (
                <AvailableCard
                  key={extension.clientId}
                  extension={extension}
                  mayInstall={mayDecide}
                />
              ))}
            </ul>
          </FilteredList>
        </Panel>
      ) : null}
    </>
  );
}

/** People edit addresses by hand, so anything but a page number is the first page. */
function pageOf(text: string): number {
  return /^[1-9]\d{0,3}$/.test(text) ? Number(text) : 1;
}

/** Id of the text that explains why staff, who see the extensions, ask an admin to install them. */
const REASON = "ask-admin";

function AvailableCard(props: { extension: AvailableExtension; mayInstall: boolean }) {
  const { extension, mayInstall } = props;
  const t = useTranslations("extensions.available");
  const install = t.rich("install", {
    client: () => <UntrustedName name={extension.name} />,
    unseen: (words) => <span className="sr-only">{words}</span>,
  });
  return (
    <li className="flex flex-col gap-3 rounded border border-line p-4">
      <ClientMark size="large" client={extension} />
      <div className="grid gap-0.5">
        <h3 className="text-lg">
          <UntrustedName name={extension.name} />
        </h3>
        <PublisherLine name={extension.publisherName} verified={extension.publisherVerified} />
      </div>
      <p className="text-muted">
        <bdi>{extension.description}</bdi>
      </p>
      <p className="text-muted text-sm">{t("asksFor", { count: extension.scopeCount })}</p>
      {mayInstall ? (
        <a
          href={extension.installHref}
          rel="noopener"
          className={buttonClass("secondary", "medium", "mt-auto w-fit")}
        >
          {install}
        </a>
      ) : (
        <Button aria-disabled="true" aria-describedby={REASON} className="mt-auto w-fit">
          {install}
        </Button>
      )}
    </li>
  );
}
