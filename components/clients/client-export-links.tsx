import { Download } from "lucide-react";
import { useTranslations } from "next-intl";
import { requestOf } from "@/lib/api/client/prepared-call";
import { clientExportFormats } from "@/lib/clients/query-schemas";
import { buttonClass } from "../ui/button";
import { type ClientListQuery, toApiQuery } from "./client-list-query";

export interface ClientExportLinksProps {
  organizationId: string;
  query: ClientListQuery;
}

/** Exports all clients that pass the filters, over all pages. Works without JavaScript. */
export function ClientExportLinks({ organizationId, query }: ClientExportLinksProps) {
  const t = useTranslations("clients");
  const { page_no: _, page_size: __, ...filter } = toApiQuery(query);
  return clientExportFormats.map((format) => (
    <a
      key={format}
      href={
        requestOf({
          operation: "exportClients",
          outgoing: {
            params: { organization_id: organizationId },
            query: { ...filter, format },
          },
        }).address
      }
      download
      className={buttonClass()}
    >
      <Download className="size-4" aria-hidden="true" />
      {t("export", { format: format.toUpperCase() })}
    </a>
  ));
}
