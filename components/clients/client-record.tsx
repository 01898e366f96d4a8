import { useTranslations } from "next-intl";
import { Link } from "@/components/ui/link";
import { manifestAddress, targetOf } from "@/lib/api/client/client-calls";
import type { ClientResponse } from "@/lib/clients/schemas";
import { buttonClass } from "../ui/button";
import { FactList } from "../ui/fact-list";
import { Identifier } from "../ui/identifier";
import { Panel } from "../ui/panel";
import { Timestamp } from "../ui/timestamp";
import { ImportManifest } from "./configuration/import-manifest";

export interface ClientRecordProps {
  client: ClientResponse;
  mayWrite: boolean;
  mayReadAudit: boolean;
}

/** What never changes in a client, and where its manifest and its history are. */
export function ClientRecord({ client, mayWrite, mayReadAudit }: ClientRecordProps) {
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
