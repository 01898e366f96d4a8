import { getLocale, getTranslations } from "next-intl/server";
import { type PageProps, titled } from "@/app/page-parts";
import { AvailableExtensions } from "@/components/extensions/available-extensions";
import { ExtensionTable } from "@/components/extensions/extension-table";
import { AnsweredNotice, WaitingQuestions } from "@/components/extensions/waiting-questions";
import { withScopeViews } from "@/components/scopes/scope-view";
import { PageHeader } from "@/components/ui/page-header";
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
import { listQuestions } from "@/lib/tenants/companies/questions/questions";
import { requireCompanyMember } from "@/lib/tenants/companies/require-company-member";

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
  const [installed, available, questions] = await Promise.all([
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
          questions={withScopeViews(questions, scopes)}
          path={`/company/${company.id}/questions`}
        />
      ) : null}
      <ExtensionTable of="company" path={path} rows={installed} mayInstall={isActive} />
      {isActive ? (
        <AvailableExtensions
          path={path}
          search={search}
          page={page}
          pageSize={AVAILABLE_PAGE_SIZE}
          {...available}
          mayInstall={mayDecide}
        />
      ) : null}
    </>
  );
}

/** People edit addresses by hand, so anything but a page number is the first page. */
function pageOf(text: string): number {
  return /^[1-9]\d{0,3}$/.test(text) ? Number(text) : 1;
}
