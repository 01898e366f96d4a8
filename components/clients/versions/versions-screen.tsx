import { useLocale, useTranslations } from "next-intl";
import { targetOf } from "@/lib/api/client/client-calls";
import type { ClientResponse } from "@/lib/clients/schemas";
import { AuditSentence } from "../../audit/audit-sentence";
import { FilterBar } from "../../list/filter-form";
import { stateHref } from "../../list/list-state";
import { ListTable } from "../../list/list-table";
import { RowLink } from "../../list/row-link";
import { Hydrated } from "../../shell/hydrated";
import { LinkButton } from "../../ui/button";
import { EmptyState } from "../../ui/empty-state";
import { Panel } from "../../ui/panel";
import { Select } from "../../ui/select";
import { Timestamp, timestampText } from "../../ui/timestamp";
import { ClientDifferences } from "../configuration/client-differences";
import { useDifferences } from "../configuration/use-differences";
import { type ClientVersion, presentVersion } from "./client-versions";
import { RestoreVersion } from "./restore-version";

export interface VersionsScreenProps {
  client: ClientResponse;
  versions: readonly ClientVersion[];
  /** Ids of their entries: the version to compare, and with which one instead of the present configuration. */
  chosen: Readonly<Record<"version" | "with", string | undefined>>;
  path: string;
  mayWrite: boolean;
  clusterUrl: string;
}

/** The versions of an extension's configuration; two can be compared, and an earlier one restored. */
export function VersionsScreen(props: VersionsScreenProps) {
  const { versions, chosen, path } = props;
  const t = useTranslations("clientPages.versions");
  const version = versions.find(({ entry }) => entry?.id === chosen.version);
  return (
    <>
      {version ? <Comparison {...props} version={version} /> : null}
      <Panel title={t("title")} description={t("what")} padded={false}>
        {versions.length === 0 ? (
          <EmptyState title={t("none")} next={t("noneWhy")} />
        ) : (
          <ListTable
            caption={t("title")}
            rows={versions.flatMap(({ entry }) => entry ?? [])}
            rowKey={({ id }) => id}
            openKey={version?.entry?.id}
            nameKey="change"
            columns={[
              {
                key: "when",
                label: t("when"),
                width: "sm:w-28",
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
        )}
      </Panel>
    </>
  );
}

/** What differs between two versions, the older one first. */
function Comparison(props: VersionsScreenProps & { version: ClientVersion }) {
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
              clusterUrl={props.clusterUrl}
            >
              {tableOf(present, version, t("then"))}
            </RestoreVersion>
          </Hydrated>
        ) : null}
      </div>
    </Panel>
  );
}
