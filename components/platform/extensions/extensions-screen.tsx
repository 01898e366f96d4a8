"use client";

import { useTranslations } from "next-intl";
import { extensionsQuery } from "@/lib/api/client/platform-queries";
import type { DirectoryClient } from "@/lib/platform/clients/schemas";
import { Badge } from "../../ui/badge";
import { BesideId, ExtensionStatus, LISTINGS, useColumns } from "../columns";
import { type ListPageProps, ListScreen } from "../list-screen";
import { useObjectActions } from "../object-actions";

/** The extensions of all organizations. */
export function ExtensionsScreen(props: ListPageProps) {
  const t = useTranslations("platform.extensions");
  const words = useTranslations("platform.columns");
  const columns = useColumns<DirectoryClient>();
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
          label: words("listing"),
          everything: t("everyListing"),
          options: LISTINGS.map((value) => ({ value, label: t(`listing.${value}`) })),
        },
      ]}
      query={extensionsQuery(props.state)}
      columns={[
        columns.object("extension", ({ name, client_id: id }) => ({
          id,
          name,
          beside: <BesideId>{id}</BesideId>,
        })),
        columns.publisher(({ organization_id: _, ...client }) => client),
        columns.status(
          ({ suspended, is_active: isActive, reason }) => (
            <ExtensionStatus suspended={suspended} isActive={isActive} reason={reason} />
          ),
          "sm:w-48",
        ),
        {
          ...columns.listing(({ listing }) => listing),
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
