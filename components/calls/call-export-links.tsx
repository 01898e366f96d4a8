import { Download } from "lucide-react";
import { useTranslations } from "next-intl";
import { requestOf } from "@/lib/api/client/prepared-call";
import { callExportFormats } from "@/lib/requests/calls/values";
import { filtersOn, type ListState } from "../platform/list-state";
import { buttonClass } from "../ui/button";

export interface CallExportLinksProps {
  organizationId: string;
  /** Null for all clients. */
  clientId: string | null;
  state: ListState;
}

/** Exports all calls that pass the filters, over all pages. Works without JavaScript. */
export function CallExportLinks({ organizationId, clientId, state }: CallExportLinksProps) {
  const t = useTranslations("calls");
  return callExportFormats.map((format) => {
    const query = { ...Object.fromEntries(filtersOn(state)), format };
    const { address } = requestOf({
      operation: clientId === null ? "exportOrganizationCalls" : "exportClientCalls",
      outgoing: {
        params: { organization_id: organizationId, ...(clientId && { client_id: clientId }) },
        query,
      },
    });
    return (
      <a key={format} href={address} download className={buttonClass()}>
        <Download className="size-4" aria-hidden="true" />
        {t("export", { format: format.toUpperCase() })}
      </a>
    );
  });
}
