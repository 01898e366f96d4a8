import { headers } from "next/headers";
import { forbidden } from "next/navigation";
import { useLocale, useTranslations } from "next-intl";
import { getTranslations } from "next-intl/server";
import { type PageProps, titled } from "@/app/page-parts";
import { AuditSentence } from "@/components/audit/audit-sentence";
import { ClientDifferences } from "@/components/clients/configuration/client-differences";
import { useDifferences } from "@/components/clients/configuration/use-differences";
import {
  type ClientVersion,
  presentVersion,
  versionsOf,
} from "@/components/clients/versions/client-versions";
import { RestoreVersion } from "@/components/clients/versions/restore-version";
import { FilterBar } from "@/components/list/filter-form";
import { stateHref } from "@/components/list/list-state";
import { ListTable } from "@/components/list/list-table";
import { RowLink } from "@/components/list/row-link";
import { Hydrated } from "@/components/shell/hydrated";
import { LinkButton } from "@/components/ui/button";
import { Panel } from "@/components/ui/panel";
import { Select } from "@/components/ui/select";
import { Timestamp, timestampText } from "@/components/ui/timestamp";
import { targetOf } from "@/lib/api/client/client-calls";
import { listAudit } from "@/lib/audit/read-audit";
import { mayOpen } from "@/lib/audit/record-denied-access";
import type { AuditEntry } from "@/lib/audit/schemas";
import { requireClient } from "@/lib/clients/require-client";
import type { ClientResponse } from "@/lib/clients/schemas";
import { env } from "@/lib/core/env/env";
import { readRequestInfo } from "@/lib/core/http/request-info";
import { firstValue } from "@/lib/core/http/search-params";
import { type Caller, may } from "@/lib/operation/access/caller";
import { perform } from "@/lib/operation/perform";

/** Entries that are read of each action. */
const MAX_ENTRIES = 100;

/** Actions that change what a publisher configures. */
const ACTIONS = ["client.updated", "client_listing.updated", "client.created"];

export const generateMetadata = titled("clientPages.versions.title");

/** The versions of a client's configuration; two can be compared, and an earlier one restored. */
export default async function VersionsPage(props: PageProps<"organization_id" | "client_id">) {
  const params = await props.params;
  const search = await props.searchParams;
  const listPath = `/organization/${params.organization_id}/clients`;
  const path = `${listPath}/${params.client_id}/configuration/versions`;
  const chosen = { version: firstValue(search, "version"), with: firstValue(search, "with") };
  const { client, caller } = await requireClient(params, stateHref(path, chosen));
  if (!(await mayOpen(caller, listAudit, readRequestInfo(await headers())))) forbidden();
  const versions = versionsOf(client, await readChanges(caller, params.client_id));
  const t = await getTranslations("clientPages.versions");
  const version = versions.find(({ entry }) => entry?.id === chosen.version);
  return (
    <>
      {version ? (
        <Comparison
          client={client}
          versions={versions}
          version={version}
          chosen={chosen}
          path={path}
          mayWrite={may(caller, "clients:write")}
        />
      ) : null}
      <Panel title={t("title")} description={t("what")} padded={false}>
        <ListTable
          empty={{ title: t("none"), next: t("noneWhy") }}
          caption={t("title")}
          rows={versions.flatMap(({ entry }) => entry ?? [])}
          rowKey={({ id }) => id}
          openKey={version?.entry?.id}
          nameKey="change"
          columns={[
            {
              key: "when",
              label: t("when"),
              width: "sm:w-36",
              cell: (entry) => <Timestamp value={entry.created_at} />,
            },
            {
              key: "change",
              label: t("change"),
              grows: true,
              cell: (entry) => (
                <RowLink
                  href={stateHref(path, { version: entry.id })}
                  className="wrap-anywhere whitespace-normal"
                >
                  <AuditSentence entry={entry} />
                </RowLink>
              ),
            },
          ]}
        />
      </Panel>
    </>
  );
}

/** The newest entries about a client's configuration, newest first, without gaps. */
async function readChanges(caller: Caller, clientId: string): Promise<AuditEntry[]> {
  const ofClient = { target: `client:${clientId}`, page_no: 1, page_size: MAX_ENTRIES };
  const pages = await Promise.all(
    ACTIONS.map(async (action) => {
      const query = { ...ofClient, action, page_type: "cursor" } as const;
      return (await perform(listAudit, { query, caller })).body;
    }),
  );
  const since = pages.map(({ items, page }) => (page.has_next ? Number(items.at(-1)?.id) : 0));
  return pages
    .flatMap(({ items }) => items)
    .filter(({ id }) => Number(id) >= Math.max(...since))
    .toSorted((a, b) => Number(b.id) - Number(a.id));
}

interface ComparisonProps {
  client: ClientResponse;
  versions: readonly ClientVersion[];
  version: ClientVersion;
  /** Ids of their entries: the version to compare, and with which one instead of the present configuration. */
  chosen: Readonly<Record<"version" | "with", string | undefined>>;
  path: string;
  mayWrite: boolean;
}

/** What differs between two versions, the older one first. */
function Comparison(props: ComparisonProps) {
  const { client, versions, version, chosen, path } = props;
  const t = useTranslations("clientPages.versions");
  const controls = useTranslations("shell.controls");
  const locale = useLocale();
  const differencesOf = useDifferences();
  const present = presentVersion(client);
  const other = versions.find(({ entry }) => entry?.id === chosen.with) ?? present;
  // The present configuration is not among the versions, so it comes before them.
  const [newer = present, older = present] = [version, other].toSorted(
    (a, b) => versions.indexOf(a) - versions.indexOf(b),
  );
  const nameOf = ({ entry }: ClientVersion) =>
    entry ? timestampText(locale, entry.created_at) : t("present");
  const tableOf = (from: ClientVersion, to: ClientVersion, after = nameOf(to)) => {
    const differences = differencesOf(from.values, to.values);
    const labels = { field: t("field"), before: nameOf(from), after };
    if (differences.length === 0) return <p>{t("same")}</p>;
    return <ClientDifferences caption={t("compare")} labels={labels} differences={differences} />;
  };
  const select = (name: "version" | "with", value: ClientVersion) => (
    <Select
      small
      name={name}
      aria-label={t(name)}
      defaultValue={value.entry?.id ?? ""}
      options={[...(name === "with" ? [present] : []), ...versions].map((each) => ({
        value: each.entry?.id ?? "",
        label: nameOf(each),
      }))}
    />
  );
  return (
    <Panel
      title={t("compare")}
      padded={false}
      actions={
        <LinkButton href={path} size="small">
          {controls("close")}
        </LinkButton>
      }
    >
      <FilterBar path={path} address={stateHref(path, chosen)} isFiltered={false}>
        {select("version", version)}
        {select("with", other)}
      </FilterBar>
      <div className="grid gap-4 p-4 sm:p-6">
        {tableOf(older, newer)}
        {older.logoUri === newer.logoUri ? null : <p>{t("logo")}</p>}
        {older.isErased || newer.isErased ? <p>{t("erased")}</p> : null}
        {props.mayWrite ? (
          <Hydrated namespaces={["clientPages", "clientWords"]}>
            <RestoreVersion
              client={targetOf(client)}
              present={present.values}
              values={version.values}
              name={nameOf(version)}
              clusterUrl={env().clusterUrl}
            >
              {tableOf(present, version, t("then"))}
            </RestoreVersion>
          </Hydrated>
        ) : null}
      </div>
    </Panel>
  );
}
