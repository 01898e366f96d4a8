import { useFormatter, useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { Link } from "@/components/ui/link";
import type { DirectoryKind } from "@/lib/platform/values";
import type { ListColumn } from "../list/list-table";
import { RowLink } from "../list/row-link";
import { Badge, type BadgeTone } from "../ui/badge";
import { Timestamp } from "../ui/timestamp";
import { objectHref } from "./objects";

/** How a row names an object. */
export interface ObjectName {
  /** Of the column unless given; a row of companies may be an organization. */
  kind?: DirectoryKind;
  /** Of its page. */
  id: string | number;
  name: string;
  /** Badges, or an address. */
  beside?: ReactNode;
}

/** The listings of an extension. */
export const LISTINGS = ["draft", "unlisted", "listed"] as const;

type Of<Row, Value> = (row: Row) => Value;

/**
 * The columns of operators' tables, in lists and on the pages of objects. Each takes what it shows from a row; the
 * name, which is the link of the row, comes first.
 */
export function useColumns<Row>() {
  const t = useTranslations("platform.columns");
  const listings = useTranslations("platform.extensions.listing");
  const roles = useTranslations("shell.roles");
  const format = useFormatter();
  const number = (key: "scopes" | "installs", of: Of<Row, number>): ListColumn<Row> => ({
    key,
    label: t(key),
    width: "sm:w-24 tabular-nums",
    align: "end",
    phone: key === "installs" ? "named" : "none",
    cell: (row) => format.number(of(row)),
  });
  return {
    object: (kind: DirectoryKind, of: Of<Row, ObjectName>): ListColumn<Row> => ({
      key: "name",
      label: t(kind),
      cell: (row) => <NameCell kind={kind} {...of(row)} />,
    }),
    publisher: (of: Of<Row, PublisherProps>): ListColumn<Row> => ({
      key: "publisher",
      label: t("publisher"),
      width: "sm:w-48",
      from: "md",
      cell: (row) => <Publisher {...of(row)} />,
    }),
    status: (of: Of<Row, ReactNode>, width = "sm:w-28"): ListColumn<Row> => ({
      key: "status",
      label: t("status"),
      width,
      cell: of,
    }),
    since: (of: Of<Row, string | Date>): ListColumn<Row> => ({
      key: "since",
      label: t("since"),
      width: "sm:w-28",
      cell: (row) => <Timestamp value={of(row)} />,
    }),
    listing: (of: Of<Row, (typeof LISTINGS)[number]>): ListColumn<Row> => ({
      key: "listing",
      label: t("listing"),
      width: "sm:w-24",
      cell: (row) => listings(of(row)),
    }),
    role: (of: Of<Row, Parameters<typeof roles>[0]>): ListColumn<Row> => ({
      key: "role",
      label: t("role"),
      width: "sm:w-32",
      cell: (row) => roles(of(row)),
    }),
    scopes: (of: Of<Row, number>) => number("scopes", of),
    installs: (of: Of<Row, number>) => number("installs", of),
    calls: (of: Of<Row, { calls: number; denied: number }>): ListColumn<Row> => ({
      key: "calls",
      label: t("calls"),
      width: "sm:w-40 tabular-nums",
      align: "end",
      phone: "named",
      cell: (row) => {
        const { calls, denied } = of(row);
        return (
          <>
            {format.number(calls)}
            {denied > 0 ? (
              <span className="text-danger"> {t("deniedShare", { share: denied / calls })}</span>
            ) : null}
          </>
        );
      },
    }),
  };
}

function NameCell({ kind, id, name, beside }: ObjectName & { kind: DirectoryKind }) {
  return (
    <span className="flex min-w-0 items-baseline gap-x-2">
      <RowLink href={objectHref(kind, id)}>
        <bdi className="truncate font-semibold">{name}</bdi>
      </RowLink>
      {beside}
    </span>
  );
}

/** An id beside a name, which can be selected though the row is a link. */
export function BesideId({ children }: { children: string | number }) {
  return <code className="relative z-10 truncate font-mono text-muted text-xs">{children}</code>;
}

/** A link to the page of an object. */
export function ObjectLink(props: { kind: DirectoryKind; id: string | number; name: string }) {
  const { kind, id, name } = props;
  return (
    <Link href={objectHref(kind, id)} className="inline-link relative z-10 wrap-anywhere">
      <bdi>{name}</bdi>
    </Link>
  );
}

const TONES = {
  active: "neutral",
  suspended: "warning",
  closed: "neutral",
  deactivated: "neutral",
} as const satisfies Record<string, BadgeTone>;

export type Status = keyof typeof TONES;

/** That something does not work, in a word; nothing if it does. */
export function StatusBadge({ status }: { status: Status }) {
  const t = useTranslations("platform.status");
  if (status === "active") return null;
  return <Badge tone={TONES[status]}>{t(status)}</Badge>;
}

interface ExtensionStatusProps {
  suspended: boolean;
  isActive: boolean;
  /** Of the suspension. */
  reason?: string | null;
}

/** Who stopped an extension, with the reason on hover; nothing if it works. */
export function ExtensionStatus({ suspended, isActive, reason }: ExtensionStatusProps) {
  const t = useTranslations("platform.extensions.table");
  if (!suspended) return isActive ? null : <Badge>{t("inactive")}</Badge>;
  return (
    <span className="relative z-10" title={reason ?? undefined}>
      <StatusBadge status="suspended" />
    </span>
  );
}

interface PublisherProps {
  organization_name: string;
  /** Missing where it is not known. */
  publisher_verified?: boolean;
  /** Makes the name a link to its page. */
  organization_id?: string;
}

/** Who publishes an extension, and whether they are verified. */
export function Publisher(props: PublisherProps) {
  const { organization_id: id, organization_name: name, publisher_verified: isVerified } = props;
  return (
    <span className="flex min-w-0 items-center gap-x-2">
      {id === undefined ? (
        <bdi className="truncate">{name}</bdi>
      ) : (
        <ObjectLink kind="organization" id={id} name={name} />
      )}
      {isVerified ? <VerifiedBadge isVerified /> : null}
    </span>
  );
}

/** Whether the publisher is verified. */
export function VerifiedBadge({ isVerified }: { isVerified: boolean }) {
  const t = useTranslations("platform.columns");
  return (
    <Badge tone={isVerified ? "success" : "warning"}>
      {t(isVerified ? "verified" : "unverified")}
    </Badge>
  );
}
