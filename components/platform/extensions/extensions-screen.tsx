"use client";

import { ArrowDown } from "lucide-react";
import { useTranslations } from "next-intl";
import { Link } from "@/components/ui/link";
import { extensionsQuery } from "@/lib/api/client/platform-queries";
import type { DirectoryClient } from "@/lib/platform/clients/schemas";
import { DeniedShare } from "../../list/denied-share";
import { type ListPageProps, ListScreen, listWords } from "../../list/list-screen";
import { stateHref } from "../../list/list-state";
import type { ListColumn } from "../../list/list-table";
import { Badge } from "../../ui/badge";
import { ExtensionStatus, LISTINGS, useColumns } from "../columns";
import { useObjectActions } from "../object-actions";

/** The extensions of all organizations. */
export function ExtensionsScreen(props: ListPageProps) {
  const t = useTranslations("platform.extensions");
  const words = useTranslations("platform.columns");
  const columns = useColumns<DirectoryClient>();
  const actions = useObjectActions();
  const { path, state } = props;
  /** A column whose heading orders the list by it, and takes the order back. */
  const sortable = (sort: string, column: ListColumn<DirectoryClient>) => {
    const isSorted = state.sort === sort;
    const order = { ...state, cursor: undefined, sort: isSorted ? undefined : sort };
    return {
      ...column,
      sorted: isSorted ? ("descending" as const) : undefined,
      heading: (
        <Link
          href={stateHref(path, order)}
          className="inline-flex items-center gap-1 hover:text-ink"
        >
          {isSorted ? <ArrowDown className="size-3.5" aria-hidden="true" /> : null}
          {column.label}
        </Link>
      ),
    };
  };
  return (
    <ListScreen
      {...props}
      {...listWords(t)}
      statuses={["active", "suspended"]}
      choices={[
        {
          name: "listing",
          label: words("listing"),
          everything: t("everyListing"),
          options: LISTINGS.map((value) => ({ value, label: t(`listing.${value}`) })),
        },
      ]}
      query={extensionsQuery(props.state)}
      columns={[
        columns.object("extension", ({ name, client_id: id, ...client }) => ({
          id,
          name,
          beside: (
            <>
              <ExtensionStatus
                suspended={client.suspended}
                isActive={client.is_active}
                reason={client.reason}
              />
              <Listing {...client} />
            </>
          ),
        })),
        columns.publisher(({ organization_id: _, ...client }) => client),
        sortable(
          "-installs",
          columns.installs(({ use }) => use?.installs ?? 0),
        ),
        sortable("-calls", {
          ...columns.installs(({ use }) => use?.calls ?? 0),
          key: "calls",
          label: words("calls"),
          phone: "none",
        }),
        sortable("-denied", {
          key: "denied",
          label: words("denied"),
          width: "sm:w-24 tabular-nums",
          align: "end",
          phone: "named",
          cell: ({ use }) => <DeniedShare calls={use?.calls ?? 0} denied={use?.denied ?? 0} />,
        }),
      ]}
      idOf={({ client_id: id }) => id}
      nameOf={({ name }) => name}
      actionsOf={props.mayWrite ? actions.extension : () => []}
    />
  );
}

/** What is not usual about where an extension is listed. */
function Listing(props: Pick<DirectoryClient, "listing" | "listing_requested_at" | "look_alikes">) {
  const { listing, listing_requested_at: requestedAt, look_alikes: names } = props;
  const t = useTranslations("platform.extensions");
  return (
    <>
      {listing === "draft" ? <Badge>{t("listing.draft")}</Badge> : null}
      {requestedAt ? <Badge tone="warning">{t("requested")}</Badge> : null}
      {names.length > 0 ? (
        <Badge tone="warning">{t("lookAlikes", { names: names.join(", ") })}</Badge>
      ) : null}
    </>
  );
}
