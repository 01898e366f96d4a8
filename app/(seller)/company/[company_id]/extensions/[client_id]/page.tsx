import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { getLocale } from "next-intl/server";
import { cache } from "react";
import { ExtensionDetail, ExtensionHeader } from "@/components/extensions/extension-detail";
import { describeConnected, scopesMentioned } from "@/components/extensions/extension-views";
import { mayConsent } from "@/lib/consent/may-consent";
import { firstValue, type SearchParams } from "@/lib/core/http/search-params";
import { isClientId } from "@/lib/core/schemas/id-forms";
import type { SellerCaller } from "@/lib/operation/access/company-caller";
import { perform } from "@/lib/operation/perform";
import { describeScopes } from "@/lib/protocol/scopes/describe-scopes";
import { openExtension } from "@/lib/tenants/companies/extensions";
import { requireCompanyMember } from "@/lib/tenants/companies/require-company-member";

type Params = Promise<{ company_id: string; client_id: string }>;

// Title and page use the same query.
const openOnce = cache(async (caller: SellerCaller, clientId: string) =>
  isClientId(clientId) ? perform(openExtension, { caller, params: { client_id: clientId } }) : null,
);

export async function generateMetadata(props: { params: Params }): Promise<Metadata> {
  const { company_id: companyId, client_id: clientId } = await props.params;
  const path = `/company/${companyId}/extensions/${clientId}`;
  // If the page cannot be details, the page itself says why.
  const caller = await requireCompanyMember(companyId, path).catch(() => null);
  const extension = caller && (await openOnce(caller, clientId));
  return extension ? { title: extension.name } : {};
}

/** One extension that a seller company has or had. */
export default async function ExtensionPage(props: {
  params: Params;
  searchParams: Promise<SearchParams>;
}) {
  const { company_id: companyId, client_id: clientId } = await props.params;
  const listPath = `/company/${companyId}/extensions`;
  const path = `${listPath}/${clientId}`;
  const caller = await requireCompanyMember(companyId, path);
  const details = await openOnce(caller, clientId);
  if (!details) notFound();
  const scopes = await describeScopes(scopesMentioned(details), await getLocale());
  const extension = describeConnected(details, scopes);
  return (
    <>
      <ExtensionHeader extension={extension} listPath={listPath} />
      <ExtensionDetail
        extension={extension}
        removeAction={`${path}/remove`}
        mayRemove={mayConsent(caller.company.role)}
        justRemoved={firstValue(await props.searchParams, "removed") === "1"}
      />
    </>
  );
}
