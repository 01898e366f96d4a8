import { getTranslations } from "next-intl/server";
import { type PageProps, titled } from "@/app/page-parts";
import { parseWindow, WindowLinks, windowHref } from "@/components/overview/window-links";
import { AttentionPanel, HealthPanel, InstallTotals } from "@/components/platform/overview-panels";
import { RequestSummary } from "@/components/requests/request-strip";
import { PageHeader } from "@/components/ui/page-header";
import { Panel } from "@/components/ui/panel";
import { firstValue } from "@/lib/core/http/search-params";
import { requireOperator } from "@/lib/identity/sessions/current-session";
import { perform } from "@/lib/operation/perform";
import { getPlatformOverview } from "@/lib/platform/overview/get-platform-overview";

const PATH = "/platform";

export const generateMetadata = titled("platform.overview.title");

/** The state of the installation: what needs attention first. */
export default async function PlatformPage(props: PageProps) {
  const window = parseWindow(firstValue(await props.searchParams, "window"));
  const { access } = getPlatformOverview;
  const caller = await requireOperator(access.permission, windowHref(PATH, window));
  const { body: overview } = await perform(getPlatformOverview, { query: { window }, caller });
  const { attention, installs, figures, health } = overview;
  const t = await getTranslations("platform.overview");
  return (
    <>
      <PageHeader title={t("title")} />
      <AttentionPanel attention={attention} secrets={overview.secrets_of_former_operators} />
      <Panel title={t("requests")} actions={<WindowLinks path={PATH} window={window} />}>
        <RequestSummary path={`${PATH}/requests`} state={{}} window={window} figures={figures} />
      </Panel>
      <div className="grid items-start gap-6 lg:grid-cols-2">
        <InstallTotals installs={installs} />
        <HealthPanel health={health} />
      </div>
    </>
  );
}
