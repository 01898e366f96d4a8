import { Download, ShieldCheck } from "lucide-react";
import { useTranslations } from "next-intl";
import { exportFormats } from "@/lib/audit/query-schemas";
import { filtersOf } from "../list/list-query";
import { Button } from "../ui/button";
import { buttonClass } from "../ui/button-class";
import type { AuditListQuery } from "./audit-list-query";

export interface AuditActionsProps {
  /** Path of the export in the API. */
  exportPath: string;
  path: string;
  query: AuditListQuery;
  /** False if the page shows only a part of the chain. */
  mayVerify?: boolean;
}

/** Exports the filtered entries, and verifies the log. Works without JavaScript. */
export function AuditActions({ exportPath, path, query, mayVerify = true }: AuditActionsProps) {
  const t = useTranslations("audit");
  return (
    <>
      {exportFormats.map((format) => (
        <a
          key={format}
          href={`${exportPath}?${new URLSearchParams([...filtersOf(query), ["format", format]])}`}
          download
          className={buttonClass()}
        >
          <Download className="size-4" aria-hidden="true" />
          {t("export", { format: format.toUpperCase() })}
        </a>
      ))}
      {mayVerify ? (
        <form action={path} method="get">
          {filtersOf(query).map(([name, value]) => (
            <input key={name} type="hidden" name={name} value={value} />
          ))}
          <input type="hidden" name="verify" value="1" />
          <Button type="submit">
            <ShieldCheck className="size-4" aria-hidden="true" />
            {t("verify")}
          </Button>
        </form>
      ) : null}
    </>
  );
}
