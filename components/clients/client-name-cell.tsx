import { useTranslations } from "next-intl";
import { Link } from "@/components/ui/link";
import { RowLink } from "../list/row-link";
import { Badge } from "../ui/badge";
import { type ClientListQuery, clientListHref } from "./client-list-query";
import { ClientMark } from "./client-mark";
import { ClientStatusBadge } from "./client-status-badge";
import type { ClientRow } from "./client-views";

const SHOWN_TAGS = 2;

interface ClientNameCellProps {
  /** Path of the list; a client's page is one segment below. */
  path: string;
  query: ClientListQuery;
  row: ClientRow;
}

/** The client of a row, with its status unless it works. A deleted client has no page to link to. */
export function ClientNameCell({ path, query, row }: ClientNameCellProps) {
  const t = useTranslations("clients.table");
  const { clientId, deletedAt, name, status, tags } = row;
  const more = tags.slice(SHOWN_TAGS);
  const shown = <bdi className="truncate font-semibold">{name}</bdi>;
  return (
    <div className="flex min-w-0 items-center gap-2" title={clientId}>
      <ClientMark client={row} />
      {deletedAt ? (
        shown
      ) : (
        <RowLink href={`${path}/${clientId}`} className="flex">
          {shown}
        </RowLink>
      )}
      {deletedAt || status === "active" ? null : <ClientStatusBadge status={status} />}
      {tags.length > 0 ? (
        <ul aria-label={t("tags")} className="flex min-w-0 shrink gap-1 max-md:hidden">
          {tags.slice(0, SHOWN_TAGS).map((tag) => (
            <li key={tag} className="min-w-0">
              <Link
                href={clientListHref(path, { ...query, tag, page: 1 })}
                className="relative z-10 flex min-h-6 items-center rounded-sm hover:underline"
              >
                <Badge>
                  <span dir="auto" className="max-w-28 truncate">
                    {tag}
                  </span>
                </Badge>
              </Link>
            </li>
          ))}
          {more.length > 0 ? (
            <li title={more.join(", ")} className="relative z-10">
              <Badge>+{more.length}</Badge>
            </li>
          ) : null}
        </ul>
      ) : null}
    </div>
  );
}
