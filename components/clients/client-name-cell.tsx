import Link from "next/link";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { Badge } from "../ui/badge";
import { type ClientListQuery, clientListHref } from "./client-list-query";
import type { ClientRow } from "./client-views";

export interface ClientNameCellProps {
  /** Path of the list; a client's page is one segment below. */
  path: string;
  query: ClientListQuery;
  row: ClientRow;
  /** Before the name, such as a checkbox. */
  lead?: ReactNode;
}

/** The client of a row. A deleted client has no page to link to. */
export function ClientNameCell({ path, query, row, lead }: ClientNameCellProps) {
  const t = useTranslations("clients.table");
  return (
    <div className="flex min-w-0 gap-3.5">
      {lead}
      <div className="grid min-w-0 gap-1">
        {row.deletedAt ? (
          <bdi className="font-semibold">{row.name}</bdi>
        ) : (
          <Link
            href={`${path}/${row.clientId}`}
            className="inline-link w-fit max-w-full font-semibold"
          >
            <bdi>{row.name}</bdi>
          </Link>
        )}
        <code className="font-mono text-muted text-sm">{row.clientId}</code>
        {row.tags.length > 0 ? (
          <ul aria-label={t("tags")} className="flex flex-wrap gap-1">
            {row.tags.map((tag) => (
              <li key={tag}>
                <Link
                  href={clientListHref(path, { ...query, tag, page: 1 })}
                  className="flex min-h-6 items-center rounded-sm hover:underline"
                >
                  <Badge>{tag}</Badge>
                </Link>
              </li>
            ))}
          </ul>
        ) : null}
      </div>
    </div>
  );
}
