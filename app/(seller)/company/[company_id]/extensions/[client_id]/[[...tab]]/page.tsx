import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { getLocale, getTranslations } from "next-intl/server";
import { cache } from "react";
import { DiaryDays } from "@/components/extensions/diary-days";
import { DiaryWeek } from "@/components/extensions/diary-week";
import { ExtensionPage } from "@/components/extensions/extension-page";
import {
  type DescribedExtension,
  describeExtension,
  scopesMentioned,
} from "@/components/extensions/extension-views";
import { GrantHistory } from "@/components/extensions/grant-history";
import { PermissionTable } from "@/components/extensions/permission-table";
import { CursorLinks } from "@/components/list/filtered-list";
import { EmptyState } from "@/components/ui/empty-state";
import { Panel } from "@/components/ui/panel";
import { RefreshWhile } from "@/components/ui/refresh-while";
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

/** The actions of an extension by day. The newest page updates itself. */
async function Diary({ caller, extension, path, before }: DiaryProps) {
  const params = { client_id: extension.clientId };
  const locale = await getLocale();
  const diary = await perform(readDiary, { caller, params, query: { before }, locale });
  const now = new Date();
  const t = await getTranslations("extensions.diary");
  const isNewest = !isDay(before);
  return (
    <>
      {diary.days[0] ? (
        <>
          <DiaryWeek
            days={diary.days}
            newest={isNewest ? now.toISOString().slice(0, 10) : diary.days[0].day}
          />
          <DiaryDays days={diary.days} now={now} keptDays={env().retention.callDays} />
        </>
      ) : (
        <Panel padded={false}>
          <EmptyState title={t(isNewest ? "empty" : "emptyBefore")} next={t("emptyNext")} />
        </Panel>
      )}
      <CursorLinks
        path={path}
        state={{ cursor: isNewest ? undefined : before }}
        next={diary.before ?? undefined}
        words={{ first: t("newest"), next: t("older") }}
      />
      {isNewest && extension.removedAt === null ? <RefreshWhile steadily /> : null}
    </>
  );
}
