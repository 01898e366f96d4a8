import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { getLocale } from "next-intl/server";
import { cache } from "react";
import { ExtensionDiary } from "@/components/extensions/extension-diary";
import { ExtensionPage } from "@/components/extensions/extension-page";
import {
  type DescribedExtension,
  describeExtension,
  scopesMentioned,
} from "@/components/extensions/extension-views";
import { GrantHistory } from "@/components/extensions/grant-history";
import { PermissionTable } from "@/components/extensions/permission-table";
import { mayConsent } from "@/lib/consent/may-consent";
import { env } from "@/lib/core/env/env";
import { firstValue, type SearchParams } from "@/lib/core/http/search-params";
import { isClientId } from "@/lib/core/schemas/id-forms";
import type { SellerCaller } from "@/lib/operation/access/company-caller";
import { perform } from "@/lib/operation/perform";
import { describeScopes } from "@/lib/protocol/scopes/describe-scopes";
import { isDay, readDiary } from "@/lib/tenants/companies/diary/read-diary";
import { openExtension } from "@/lib/tenants/companies/extensions";
import { requireCompanyMember } from "@/lib/tenants/companies/require-company-member";

type Params = Promise<{ company_id: string; client_id: string; tab?: string[] }>;

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

/** One extension that a seller company has or had, what it did, or the history of its permissions. */
export default async function ExtensionTabPage(props: {
  params: Params;
  searchParams: Promise<SearchParams>;
}) {
  const { company_id: companyId, client_id: clientId, tab = [] } = await props.params;
  const listPath = `/company/${companyId}/extensions`;
  const path = `${listPath}/${clientId}`;
  const caller = await requireCompanyMember(companyId, [path, ...tab].join("/"));
  const details = await openOnce(caller, clientId);
  if (!details) notFound();
  const query = await props.searchParams;
  const scopes = await describeScopes(scopesMentioned(details), await getLocale());
  const extension = describeExtension(details, scopes);
  const shared = { extension, of: "company", mayRemove: mayConsent(caller.company.role) } as const;
  const tabs = new Map([
    ["", <PermissionTable key="" {...shared} />],
    [
      "diary",
      <Diary
        key="diary"
        caller={caller}
        extension={extension}
        path={`${path}/diary`}
        before={firstValue(query, "cursor")}
      />,
    ],
    ["history", <GrantHistory key="history" {...extension} path={path} />],
  ]);
  const content = tabs.get(tab.join("/"));
  if (!content) notFound();
  return (
    <ExtensionPage
      {...shared}
      path={path}
      listPath={listPath}
      justRemoved={firstValue(query, "removed") === "1"}
    >
      {content}
    </ExtensionPage>
  );
}

interface DiaryProps {
  caller: SellerCaller;
  extension: DescribedExtension;
  path: string;
  /** The day before which the diary is read; empty for the newest. */
  before: string;
}

async function Diary({ caller, extension, path, before }: DiaryProps) {
  const params = { client_id: extension.clientId };
  const locale = await getLocale();
  return (
    <ExtensionDiary
      diary={await perform(readDiary, { caller, params, query: { before }, locale })}
      path={path}
      isConnected={extension.removedAt === null}
      before={isDay(before) ? before : undefined}
      now={new Date()}
      keptDays={env().retention.callDays}
    />
  );
}
