import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import type { ListColumn } from "../list/list-table";
import { RowLink } from "../list/row-link";
import { Badge, type BadgeTone } from "../ui/badge";
import { RelativeTime } from "../ui/timestamp";

interface RowName {
  name: string;
  id: string | number;
  badges?: ReactNode;
  /** The page of the row. */
  href?: string;
}

/** The first column of a list: names with their ids. */
export function nameColumn<Row>(label: string, nameOf: (row: Row) => RowName): ListColumn<Row> {
  return {
    key: "name",
    label,
    cell: (row) => {
      const { name, id, badges, href } = nameOf(row);
      const shown = <bdi className="truncate font-semibold">{name}</bdi>;
      return (
        <div className="flex min-w-0 items-baseline gap-x-2">
          {href ? <RowLink href={href}>{shown}</RowLink> : shown}
          <code className="relative z-10 truncate font-mono text-muted text-xs">{id}</code>
          {badges}
        </div>
      );
    },
  };
}

/** The column with each row's status. */
export function statusColumn<Row extends { status: Status }>(label: string): ListColumn<Row> {
  return {
    key: "status",
    label,
    width: "sm:w-28",
    cell: ({ status }) => <StatusBadge status={status} />,
  };
}

/** The column with each row's creation time. */
export function sinceColumn<Row extends { created_at: string }>(label: string): ListColumn<Row> {
  return {
    key: "since",
    label,
    width: "sm:w-28",
    cell: ({ created_at: since }) => <RelativeTime value={since} />,
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
    <span className="flex min-w-0 items-center gap-x-2">
      <bdi className="truncate">{props.organization_name}</bdi>
      {props.publisher_verified ? <Badge tone="success">{t("verified")}</Badge> : null}
    </span>
  );
}
