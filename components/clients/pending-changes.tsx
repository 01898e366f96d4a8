import { useMessages, useTranslations } from "next-intl";
import type { ClientResponse } from "@/lib/clients/schemas";
import { type ListColumn, ListTable } from "../list/list-table";

export interface PendingChangesProps {
  changes: ClientResponse["pending_review"];
}

type Change = { name: string; approved: Value; proposed: Value };
type Value = string | readonly string[] | null;

/** The fields that wait for approval, with what sellers see now and would see then. */
export function PendingChanges({ changes }: PendingChangesProps) {
  const t = useTranslations("review");
  const labels = new Map(Object.entries(useMessages().review.fields));
  const rows = Object.entries(changes).map(([name, values]) => ({ name, ...values }));
  const column = (key: "approved" | "proposed"): ListColumn<Change> => ({
    key,
    label: t(`table.${key}`),
    width: "sm:w-2/5",
    grows: true,
    phone: "line",
    cell: ({ name, [key]: value }) => <ReviewedValue name={name} value={value} />,
  });
  return (
    <div className="overflow-hidden rounded border border-line bg-surface">
      <ListTable
        caption={t("table.caption")}
        columns={[
          {
            key: "field",
            label: t("table.field"),
            cell: ({ name }) => labels.get(name) ?? name,
          },
          column("approved"),
          column("proposed"),
        ]}
        rows={rows}
        rowKey={({ name }) => name}
      />
    </div>
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
