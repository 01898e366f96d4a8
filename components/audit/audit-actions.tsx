import { ShieldCheck } from "lucide-react";
import { useTranslations } from "next-intl";
import { exportFormats } from "@/lib/audit/query-schemas";
import type { ChainVerdict } from "@/lib/audit/schemas";
import { ExportMenu } from "../list/export-menu";
import { filtersOn } from "../list/list-state";
import { Button } from "../ui/button";
import { Identifier } from "../ui/identifier";
import { Notice } from "../ui/notice";
import type { AuditListQuery } from "./audit-log";

interface AuditActionsProps {
  /** Path of the export in the API. */
  exportPath: string;
  path: string;
  query: AuditListQuery;
}

/** Exports the filtered entries, and verifies the log. Works without JavaScript. */
export function AuditActions({ exportPath, path, query }: AuditActionsProps) {
  const t = useTranslations("audit");
  return (
    <>
      <ExportMenu
        formats={exportFormats.map((format) => ({
          format,
          href: `${exportPath}?${new URLSearchParams([...filtersOn(query), ["format", format]])}`,
        }))}
      />
      <form action={path} method="get">
        {filtersOn(query).map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        <input type="hidden" name="verify" value="1" />
        <Button type="submit">
          <ShieldCheck className="size-4" aria-hidden="true" />
          {t("verify")}
        </Button>
      </form>
    </>
  );
}

/** The result of verifying the whole log. */
export function VerdictNotice({ verdict }: { verdict: ChainVerdict }) {
  const t = useTranslations("audit.verdict");
  const { entries, hash, broken } = verdict;
  if (broken) {
    return (
      <Notice tone="error" title={t("broken")} live>
        {/* The API describes the break in English only. */}
        <p lang="en">{broken.message}</p>
        <p>{t("brokenNext", { entries })}</p>
      </Notice>
    );
  }
  return (
    <Notice tone="success" title={t("intact", { entries })} live>
      {hash ? (
        <p>
          {t.rich("keepHash", {
            hash: () => <Identifier value={hash} what={t("hashCopied")} />,
          })}
        </p>
      ) : null}
    </Notice>
  );
}
