"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { call } from "@/lib/api-client/call";
import { extensionsQuery } from "@/lib/api-client/platform-queries";
import type { DirectoryClient } from "@/lib/directory/clients/schemas";
import { ActionErrorNotice } from "../../clients/action-error-notice";
import { useClientAction } from "../../clients/use-client-action";
import { Button } from "../../ui/button";
import { Notice } from "../../ui/notice";
import { PageHeader } from "../../ui/page-header";
import { TakeFocus } from "../../ui/take-focus";
import { CursorList } from "../cursor-list";
import { ListFilters } from "../list-filters";
import type { ListState } from "../list-state";
import { ReadOnlyNotice } from "../read-only-notice";
import { ExtensionTable } from "./extension-table";
import { SuspendDialog } from "./suspend-dialog";

export interface ExtensionsScreenProps {
  path: string;
  state: ListState;
  /** False for support, which may only look. */
  mayWrite: boolean;
}

const STATUSES = ["active", "suspended"] as const;
const LISTINGS = ["draft", "unlisted", "listed"] as const;

/** The extensions of all organizations. */
export function ExtensionsScreen({ path, state, mayWrite }: ExtensionsScreenProps) {
  const t = useTranslations("platform.extensions");
  const named = useTranslations("platform.status");
  const { data } = useQuery(extensionsQuery(state));
  const queries = useQueryClient();
  const { error, pending, run, forget } = useClientAction();
  const [asked, setAsked] = useState<DirectoryClient | null>(null);
  const [changed, setChanged] = useState<DirectoryClient | null>(null);
  const show = (client: DirectoryClient) => {
    setAsked(null);
    setChanged(client);
    queries.invalidateQueries({ queryKey: ["platform", "extensions"] });
  };
  const endSuspension = (client: DirectoryClient) =>
    run(async () => {
      const params = { client_id: client.client_id };
      show(await call("putDirectoryClientStatus", { params, body: { suspended: false } }));
    });
  return (
    <>
      <PageHeader title={t("title")} description={t("description")} />
      {mayWrite ? null : <ReadOnlyNotice />}
      <ActionErrorNotice error={error} onReload={forget} />
      {changed ? (
        <TakeFocus key={`${changed.client_id} ${changed.suspended}`}>
          <Notice
            tone={changed.suspended ? "warning" : "success"}
            title={t(changed.suspended ? "suspended" : "works", { name: changed.name })}
            live
          >
            <p>{t(changed.suspended ? "suspendedNext" : "worksNext")}</p>
            {changed.suspended ? (
              <div>
                <Button size="small" pending={pending} onClick={() => endSuspension(changed)}>
                  {t("undo")}
                </Button>
              </div>
            ) : null}
          </Notice>
        </TakeFocus>
      ) : null}
      <CursorList
        path={path}
        state={state}
        count={data?.items.length ?? 0}
        page={data?.page}
        empty={{ title: t("empty"), next: t("emptyNext") }}
        filters={
          <ListFilters
            path={path}
            state={state}
            searchLabel={t("search")}
            choices={[
              {
                name: "status",
                label: t("table.status"),
                everything: t("everyStatus"),
                options: STATUSES.map((value) => ({ value, label: named(value) })),
              },
              {
                name: "listing",
                label: t("table.listing"),
                everything: t("everyListing"),
                options: LISTINGS.map((value) => ({ value, label: t(`listing.${value}`) })),
              },
            ]}
          />
        }
      >
        <ExtensionTable
          clients={data?.items ?? []}
          onSuspend={mayWrite ? setAsked : null}
          onEndSuspension={endSuspension}
        />
      </CursorList>
      <SuspendDialog client={asked} onClose={() => setAsked(null)} onSuspended={show} />
    </>
  );
}
