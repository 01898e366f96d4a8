import type { Metadata } from "next";
import { AvailableExtensions } from "@/components/extensions/available-extensions";
import { describeInstalled } from "@/components/extensions/describe-installed";
import { InstalledExtensions } from "@/components/extensions/installed-extensions";
import { PageHeader } from "@/components/ui/page-header";
import {
  AVAILABLE_LIMIT,
  listAvailableExtensions,
  listInstalledExtensions,
} from "@/lib/companies/list-extensions";
import { requireCompanyMember } from "@/lib/companies/require-company-member";
import { firstValue, type SearchParams } from "@/lib/http/search-params";
import { mayConsent } from "@/lib/oauth/consent/may-consent";
import { describeScopes } from "@/lib/scopes/describe-scopes";

export const metadata: Metadata = { title: "Extensions" };

/** A seller company's extensions: those it has connected, and those it may install. */
export default async function ExtensionsPage(props: {
  params: Promise<{ company_id: string }>;
  searchParams: Promise<SearchParams>;
}) {
  const { company_id: companyId } = await props.params;
  const path = `/company/${companyId}/extensions`;
  const { company } = await requireCompanyMember(companyId, path);
  const search = firstValue(await props.searchParams, "q")
    .trim()
    .slice(0, 120);
  const [installed, available] = await Promise.all([
    listInstalledExtensions(company.id),
    listAvailableExtensions(company.id, search),
  ]);
  const scopes = await describeScopes([...new Set(installed.flatMap((one) => one.scopes))]);
  return (
    <>
      <PageHeader
        title="Extensions"
        description={
          <>
            What works with <bdi>{company.name}</bdi>, and what else could.
          </>
        }
      />
      <InstalledExtensions extensions={describeInstalled(installed, scopes)} />
      <AvailableExtensions
        path={path}
        search={search}
        extensions={available}
        limit={AVAILABLE_LIMIT}
        mayInstall={mayConsent(company.role)}
      />
    </>
  );
}
