import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { getLocale, getTranslations } from "next-intl/server";
import { ExtensionDiary } from "@/components/extensions/extension-diary";
import { env } from "@/lib/core/env/env";
import { firstValue, type SearchParams } from "@/lib/core/http/search-params";
import { isClientId } from "@/lib/core/schemas/id-forms";
import { perform } from "@/lib/operation/perform";
import { isDay, readDiary } from "@/lib/tenants/companies/diary/read-diary";
import { openExtension } from "@/lib/tenants/companies/extensions";
import { requireCompanyMember } from "@/lib/tenants/companies/require-company-member";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("extensions.diary");
  return { title: t("title") };
}

/** What an extension did with a seller company's data, by day. */
export default async function DiaryPage(props: {
  params: Promise<{ company_id: string; client_id: string }>;
  searchParams: Promise<SearchParams>;
}) {
  const { company_id: companyId, client_id: clientId } = await props.params;
  const listPath = `/company/${companyId}/extensions`;
  const path = `${listPath}/${clientId}/diary`;
  const caller = await requireCompanyMember(companyId, path);
  const params = { client_id: clientId };
  const extension = isClientId(clientId) ? await perform(openExtension, { caller, params }) : null;
  if (!extension) notFound();
  const before = firstValue(await props.searchParams, "before");
  const locale = await getLocale();
  const diary = await perform(readDiary, { caller, params, query: { before }, locale });
  return (
    <ExtensionDiary
      extension={extension}
      diary={diary}
      listPath={listPath}
      isNewest={!isDay(before)}
      now={new Date()}
      keptDays={env().retention.callDays}
    />
  );
}
