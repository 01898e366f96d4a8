"use client";

import { useTranslations } from "next-intl";
import { extensionsQuery } from "@/lib/api/client/platform-queries";
import type { DirectoryClient } from "@/lib/platform/clients/schemas";
import { Badge } from "../../ui/badge";
import { nameColumn, PublisherCell, StatusBadge } from "../common-columns";
import { type ListPageProps, ListScreen } from "../list-screen";
import { useObjectActions } from "../object-actions";

const LISTINGS = ["draft", "unlisted", "listed"] as const;

/** The extensions of all organizations. */
export function ExtensionsScreen(props: ListPageProps) {
  const t = useTranslations("platform.extensions");
  const listed = useTranslations("platform.list");

  const actions = useObjectActions();

  return (
    <ListScreen
      {...props}
      title={t("title")}
      description={t("description")}
      empty={{ title: t("empty"), next: t("emptyNext") }}
      searchLabel={t("search")}
      statuses={["active", "suspended"]}
      choices={[
        {
          name: "listing",
          label: t("table.listing"),
          everything: t("everyListing"),
          options: LISTINGS.map((value) => ({ value, label: t(`listing.${value}`) })),
        },
      ]}
      query={extensionsQuery(props.state)}
      columns={[
        nameColumn<DirectoryClient>(t("table.name"), ({ name, client_id: id }) => ({
          name,
          id,
          href: `/platform/extensions/${id}`,
        })),
        {
          key: "publisher",
          label: listed("publisher"),
          width: "sm:w-48",
          from: "md",
          cell: (client) => <PublisherCell {...client} />,
        },
        {
          key: "status",
          label: listed("status"),
          width: "sm:w-48",
          cell: (client) => <StateCell {...client} />,
        },
        {
          key: "listing",
          label: t("table.listing"),
          width: "sm:w-48",
          from: "lg",
          cell: ({ listing, listing_requested_at: requestedAt, look_alikes: names }) => (
            <div className="flex min-w-0 gap-1">
              <Badge tone={listing === "listed" ? "info" : "neutral"}>
                {t(`listing.${listing}`)}
              </Badge>
              {requestedAt ? <Badge tone="warning">{t("requested")}</Badge> : null}
              {names.length > 0 ? (
                <Badge tone="warning">{t("lookAlikes", { names: names.join(", ") })}</Badge>
              ) : null}
            </div>
          ),
        },
      ]}
      idOf={({ client_id: id }) => id}
      nameOf={({ name }) => name}
      actionsOf={props.mayWrite ? actions.extension : () => []}
    />
  );
}

function StateCell(client: DirectoryClient) {
  const t = useTranslations("platform.extensions.table");
  const { suspended, reason, is_active: isActive } = client;
  if (!suspended)
    return isActive ? <StatusBadge status="active" /> : <Badge>{t("inactive")}</Badge>;
  return (
    <span className="relative z-10 flex min-w-0 items-center gap-2" title={reason ?? undefined}>
      <StatusBadge status="suspended" />
      <bdi className="truncate">{reason}</bdi>
    </span>
  );
}
