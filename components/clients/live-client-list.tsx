"use client";

import { useQuery } from "@tanstack/react-query";
import { listClientsQuery } from "@/lib/api-client/client-queries";
import { ClientList } from "./client-list";
import { type ClientListQuery, toApiQuery } from "./client-list-query";
import { presentRow } from "./present-client";

/** The client list as the server rendered it, brought up to date when the tab is looked at again. */
export function LiveClientList(props: {
  organizationId: string;
  path: string;
  query: ClientListQuery;
  mayCreate: boolean;
}) {
  const { organizationId, path, query, mayCreate } = props;
  const { data } = useQuery(listClientsQuery(organizationId, toApiQuery(query)));
  return (
    <ClientList
      path={path}
      query={query}
      rows={data?.items.map(presentRow) ?? []}
      total={data?.page.total ?? 0}
      mayCreate={mayCreate}
    />
  );
}
