import { Search } from "lucide-react";
import Link from "next/link";
import { useId } from "react";
import { Button } from "../ui/button";
import { TextInput } from "../ui/text-input";
import { type ClientListQuery, type ClientStatus, clientListHref } from "./client-list-query";

const STATUS_LABELS: readonly (readonly [ClientStatus, string])[] = [
  ["all", "All"],
  ["active", "Active"],
  ["inactive", "Inactive"],
];

/** Search and status of the client list, as a GET form and links. */
export function ClientFilters({ path, query }: { path: string; query: ClientListQuery }) {
  const searchId = useId();
  return (
    <div className="flex flex-wrap items-center justify-between gap-3 border-line border-b p-4 sm:px-6">
      <search className="w-full sm:w-auto">
        <form action={path} method="get" className="flex gap-2">
          {query.status === "all" ? null : (
            <input type="hidden" name="status" value={query.status} />
          )}
          <input type="hidden" name="sort" value={query.sort} />
          <label htmlFor={searchId} className="sr-only">
            Search by name, client ID or tag
          </label>
          <TextInput
            id={searchId}
            type="search"
            name="q"
            key={query.q}
            defaultValue={query.q}
            placeholder="Name, client ID or tag"
            className="sm:w-72"
          />
          <Button type="submit">
            <Search className="size-4" aria-hidden="true" />
            Search
          </Button>
        </form>
      </search>
      <nav aria-label="Status">
        <ul className="flex gap-1 rounded bg-sunken p-1">
          {STATUS_LABELS.map(([status, label]) => (
            <li key={status}>
              <Link
                href={clientListHref(path, { ...query, status, page: 1 })}
                aria-current={query.status === status ? "true" : undefined}
                className="flex min-h-8 items-center rounded-sm px-3 font-semibold text-muted text-sm hover:text-ink aria-[current]:bg-surface aria-[current]:text-ink aria-[current]:shadow-panel"
              >
                {label}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
    </div>
  );
}
