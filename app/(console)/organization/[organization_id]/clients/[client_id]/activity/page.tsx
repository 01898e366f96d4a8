import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { ClientActivity } from "@/components/activity/client-activity";
import { activityHref, parseActivityWindow, WindowLinks } from "@/components/activity/window-links";
import { requireClient } from "@/lib/clients/require-client";
import { firstValue, type SearchParams } from "@/lib/core/http/search-params";
import { perform } from "@/lib/operation/perform";
import { getActivity } from "@/lib/requests/get-activity";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("activity.client");
  return { title: t("title") };
}

/** How many tokens a client was issued, and how many requests were denied. */
export default async function ActivityPage(props: {
  params: Promise<{ organization_id: string; client_id: string }>;
  searchParams: Promise<SearchParams>;
}) {
  const params = await props.params;
  const clientPath = `/organization/${params.organization_id}/clients/${params.client_id}`;
  const path = `${clientPath}/activity`;
  const window = parseActivityWindow(firstValue(await props.searchParams, "window"));
  const { caller } = await requireClient(params, activityHref(path, window));
  const t = await getTranslations("activity.client");
  const { body } = await perform(getActivity, { params, query: { window }, caller });
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 className="text-xl">{t("title")}</h2>
        <WindowLinks path={path} window={window} />
      </div>
      <ClientActivity activity={body} clientPath={clientPath} />
    </>
  );
}
