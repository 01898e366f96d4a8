import { getTranslations } from "next-intl/server";
import { type PageProps, titled } from "@/app/page-parts";
import { FirstRun, firstRunSteps } from "@/components/overview/first-run";
import { parseWindow, WindowLinks, windowHref } from "@/components/overview/window-links";
import { IssuesPanel } from "@/components/requests/issues";
import { RequestSummary } from "@/components/requests/request-strip";
import { Hydrated } from "@/components/shell/hydrated";
import { LinkButton } from "@/components/ui/button";
import { PageHeader } from "@/components/ui/page-header";
import { Panel } from "@/components/ui/panel";
import { firstValue } from "@/lib/core/http/search-params";
import { requireOrganizationMember } from "@/lib/identity/sessions/current-session";
import { may } from "@/lib/operation/access/caller";
import { perform } from "@/lib/operation/perform";
import { openOverview } from "@/lib/requests/open-overview";

export const generateMetadata = titled("overview.title");

/** What happened with the clients of an organization, and its first steps. */
export default async function OverviewPage(props: PageProps<"organization_id">) {
  const { organization_id: organizationId } = await props.params;
  const path = `/organization/${organizationId}`;
  const clientsPath = `${path}/clients`;
  const window = parseWindow(firstValue(await props.searchParams, "window"));
  const { caller } = await requireOrganizationMember(organizationId, windowHref(path, window));
  const overview = await perform(openOverview, { caller, query: { window } });
  const { figures, milestones, issues } = overview;
  const steps = firstRunSteps(milestones, clientsPath);
  const mayWrite = may(caller, "clients:write");
  const t = await getTranslations("overview");
  return (
    <>
      <PageHeader
        title={t("title")}
        actions={
          mayWrite ? <LinkButton href={`${clientsPath}/new`}>{t("newClient")}</LinkButton> : null
        }
      />
      <Hydrated namespaces={["requests"]}>
        <IssuesPanel
          organizationId={organizationId}
          issues={issues}
          withClient
          mayWrite={mayWrite}
        />
      </Hydrated>
      <FirstRun steps={steps} mayWrite={mayWrite} />
      <Panel title={t("requests")} actions={<WindowLinks path={path} window={window} />}>
        <RequestSummary path={`${path}/requests`} state={{}} window={window} figures={figures} />
      </Panel>
    </>
  );
}
