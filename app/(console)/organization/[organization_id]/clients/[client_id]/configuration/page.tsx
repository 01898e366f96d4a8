import { useTranslations } from "next-intl";
import { getLocale } from "next-intl/server";
import { type PageProps, titled } from "@/app/page-parts";
import { ClientDangerZone } from "@/components/clients/client-danger-zone";
import { Configuration } from "@/components/clients/configuration/configuration";
import { ImportManifest } from "@/components/clients/configuration/import-manifest";
import { ReviewNotices } from "@/components/clients/pending-changes";
import { Hydrated } from "@/components/shell/hydrated";
import { buttonClass } from "@/components/ui/button";
import { FactList } from "@/components/ui/fact-list";
import { Identifier } from "@/components/ui/identifier";
import { Link } from "@/components/ui/link";
import { Panel } from "@/components/ui/panel";
import { Timestamp } from "@/components/ui/timestamp";
import { manifestAddress, targetOf } from "@/lib/api/client/client-calls";
import { listScopeUse } from "@/lib/clients/figures/list-client-figures";
import { requireClient } from "@/lib/clients/require-client";
import type { ClientResponse } from "@/lib/clients/schemas";
import { USE_DAYS } from "@/lib/consent/scope-use/values";
import { env } from "@/lib/core/env/env";
import { may } from "@/lib/operation/access/caller";
import { perform } from "@/lib/operation/perform";
import { findUnknownScopes, listKnownScopes } from "@/lib/protocol/scopes/describe-scopes";

const DAY_MS = 86_400_000;
const SECTIONS = ["identity", "urls", "scopes", "tokens", "listing", "record", "danger"] as const;

export const generateMetadata = titled("clientPages.configuration.tab");

/** Everything that can be changed of a client. */
export default async function ConfigurationPage(props: PageProps<"organization_id" | "client_id">) {
  const params = await props.params;
  const listPath = `/organization/${params.organization_id}/clients`;
  const clientPath = `${listPath}/${params.client_id}`;
  const { client, caller } = await requireClient(params, `${clientPath}/configuration`);
  const [catalogue, unknown, use] = await Promise.all([
    listKnownScopes(await getLocale()),
    findUnknownScopes(client.scopes.permissions),
    perform(listScopeUse, { caller, params }),
  ]);
  const isOldEnough = Date.now() - Date.parse(client.created_at) > USE_DAYS * DAY_MS;
  const calls = Object.fromEntries(use.map((each) => [each.scope, each.calls]));
  const mayWrite = may(caller, "clients:write");
  const mayReadAudit = may(caller, "audit:read");
  const target = targetOf(client);
  const { clusterUrl } = env();
  return (
    <div className="grid items-start gap-x-6 gap-y-3 lg:grid-cols-[11rem_minmax(0,1fr)]">
      <SectionIndex mayWrite={mayWrite} />
      <div className="grid min-w-0 gap-4">
        <ReviewNotices client={client} />
        <Hydrated namespaces={["client", "clientForm", "clientWords", "events", "logo", "scopes"]}>
          <Configuration
            client={client}
            clusterUrl={clusterUrl}
            mayWrite={mayWrite}
            scopes={{
              catalogue,
              use: calls,
              isOldEnough,
              days: USE_DAYS,
              nearest: Object.fromEntries(unknown.map(({ name, nearest }) => [name, nearest])),
            }}
          >
            <ClientRecord client={client} mayWrite={mayWrite} mayReadAudit={mayReadAudit} />
            {mayWrite ? (
              <ClientDangerZone
                client={{ ...target, name: client.meta.name, isActive: client.is_active }}
                listPath={listPath}
                clusterUrl={clusterUrl}
              />
            ) : null}
          </Configuration>
        </Hydrated>
      </div>
    </div>
  );
}

/** The sections of the configuration, beside it on wide screens and above it on narrow ones. */
function SectionIndex({ mayWrite }: { mayWrite: boolean }) {
  const t = useTranslations("clientForm.form");
  const sections = SECTIONS.filter((section) => mayWrite || section !== "danger");
  return (
    <nav aria-label={t("sections")} className="min-w-0 lg:sticky lg:top-4">
      <ul className="flex gap-1 overflow-x-auto lg:grid">
        {sections.map((section) => (
          <li key={section}>
            <a
              href={`#${section}`}
              className="flex min-h-9 items-center whitespace-nowrap rounded px-3 font-medium text-muted hover:bg-hover hover:text-ink lg:whitespace-normal"
            >
              {t(section)}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

interface ClientRecordProps {
  client: ClientResponse;
  mayWrite: boolean;
  mayReadAudit: boolean;
}

/** What never changes in a client, and where its manifest and its history are. */
function ClientRecord({ client, mayWrite, mayReadAudit }: ClientRecordProps) {
  const t = useTranslations("clientPages.record");
  const typeName = useTranslations("clientWords.types");
  const log = `/organization/${client.organization_id}/audit?client_id=${client.client_id}`;
  const code = (text: string) => <code className="font-mono text-sm">{text}</code>;
  return (
    <Panel
      id="record"
      title={t("title")}
      actions={
        <>
          {mayWrite ? <ImportManifest /> : null}
          <a
            href={manifestAddress(targetOf(client))}
            download={`${client.slug}.manifest.json`}
            className={buttonClass("secondary", "small")}
          >
            {t("downloadManifest")}
          </a>
        </>
      }
    >
      <FactList
        facts={[
          { label: t("type"), value: typeName(client.client_type) },
          { label: t("company"), value: client.company_id },
          { label: t("slug"), value: code(client.slug) },
          { label: t("recordId"), value: <Identifier value={client._id} what={t("recordId")} /> },
          {
            label: t("created"),
            value: t.rich("createdBy", {
              when: () => <Timestamp value={client.created_at} />,
              person: () => <bdi>{client.author.name}</bdi>,
            }),
          },
          {
            label: t("changed"),
            value: (
              <>
                <Timestamp value={client.modified_at} />
                {mayReadAudit ? (
                  <>
                    {" · "}
                    <Link href={log} className="inline-link">
                      {t("log")}
                    </Link>
                  </>
                ) : null}
              </>
            ),
          },
        ]}
      />
    </Panel>
  );
}
