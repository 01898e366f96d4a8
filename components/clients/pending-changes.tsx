import { useMessages, useTranslations } from "next-intl";
import type { ClientResponse } from "@/lib/clients/schemas";
import { DifferenceTable } from "../list/difference-table";

type Changes = ClientResponse["pending_review"];
type Value = string | readonly string[] | null;

/** The fields that wait for approval, with what sellers see now and would see then. */
export function PendingChanges({ changes }: { changes: Changes }) {
  const t = useTranslations("review.table");
  const labels = new Map(Object.entries(useMessages().review.fields));
  return (
    <DifferenceTable
      caption={t("caption")}
      labels={{ field: t("field"), before: t("approved"), after: t("proposed") }}
      differences={Object.entries(changes).map(([name, { approved, proposed }]) => ({
        label: labels.get(name) ?? name,
        before: <ReviewedValue name={name} value={approved} />,
        after: <ReviewedValue name={name} value={proposed} />,
      }))}
    />
  );
}

function ReviewedValue({ name, value }: { name: string; value: Value }) {
  const t = useTranslations("review");
  if (value === null || value.length === 0) {
    return <span className="text-muted">{t("table.none")}</span>;
  }
  if (name === "logo_uri" && typeof value === "string") {
    // biome-ignore lint/performance/noImgElement: the image is already small, and next/image would fetch it here.
    return <img src={value} alt="" className="max-h-12 w-12 rounded object-contain" />;
  }
  if (name === "listing" && isListing(value)) return t(`listings.${value}`);
  const text = typeof value === "string" ? value : value.join("\n");
  return <bdi className="wrap-anywhere whitespace-pre-line">{text}</bdi>;
}

function isListing(value: Value): value is ClientResponse["listing"] {
  return value === "draft" || value === "unlisted" || value === "listed";
}
