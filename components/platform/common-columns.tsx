import Link from "next/link";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { Badge, type BadgeTone } from "../ui/badge";
import type { Column } from "../ui/data-table";
import { Timestamp } from "../ui/timestamp";

interface RowName {
  name: string;
  id: string | number;
  /** The page of the row's object. */
  href?: string;
  badges?: ReactNode;
}

/** The first column of a list: names with their ids. */
export function nameColumn<Row>(label: string, nameOf: (row: Row) => RowName): Column<Row> {
  return {
    key: "name",
    label,
    className: "min-w-48",
    cell: (row) => {
      const { name, id, href, badges } = nameOf(row);
      return (
        <div className="flex min-w-0 flex-wrap items-baseline gap-x-2">
          {href ? (
            <Link href={href} className="wrap-anywhere font-semibold text-link hover:underline">
              <bdi>{name}</bdi>
            </Link>
          ) : (
            <bdi className="wrap-anywhere font-semibold">{name}</bdi>
          )}
          <code className="wrap-anywhere font-mono text-muted text-sm">{id}</code>
          {badges}
        </div>
      );
    },
  };
}

/** The column with each row's status. */
export function statusColumn<Row extends { status: Status }>(label: string): Column<Row> {
  return { key: "status", label, cell: ({ status }) => <StatusBadge status={status} /> };
}

/** The column with each row's creation time. */
export function sinceColumn<Row extends { created_at: string }>(label: string): Column<Row> {
  return {
    key: "since",
    label,
    className: "text-sm",
    cell: ({ created_at: since }) => <Timestamp value={since} day />,
  };
}

const TONES = {
  active: "success",
  suspended: "warning",
  closed: "neutral",
  deactivated: "neutral",
} as const satisfies Record<string, BadgeTone>;

export type Status = keyof typeof TONES;

/** Whether something works, in a word. */
export function StatusBadge({ status }: { status: Status }) {
  const t = useTranslations("platform.status");
  return <Badge tone={TONES[status]}>{t(status)}</Badge>;
}

interface PublisherCellProps {
  organization_name: string;
  /** Missing where it is not known. */
  publisher_verified?: boolean;
}

/** Who publishes an extension, and whether they are verified. */
export function PublisherCell(props: PublisherCellProps) {
  const t = useTranslations("platform.list");
  return (
    <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
      <bdi className="wrap-anywhere">{props.organization_name}</bdi>
      {props.publisher_verified ? <Badge tone="success">{t("verified")}</Badge> : null}
    </span>
  );
}
