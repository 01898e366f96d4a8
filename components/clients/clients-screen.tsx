"use client";

import { KeyRound, X } from "lucide-react";
import { useTranslations } from "next-intl";
import { lazy, Suspense } from "react";
import { Link } from "@/components/ui/link";
import { sendCall } from "@/lib/api/client/call";
import { restoreClientCall } from "@/lib/api/client/client-calls";
import { listClientsQuery } from "@/lib/api/client/client-queries";
import { requestOf } from "@/lib/api/client/prepared-call";
import type { ClientFigures } from "@/lib/clients/figures/values";
import { clientStatuses, clientTypes, RESTORE_DAYS } from "@/lib/clients/values";
import { Outcome } from "../actions/outcome";
import { confirmAction } from "../actions/row-actions";
import { type ListPageProps, ListScreen } from "../list/list-screen";
import { stateHref } from "../list/list-state";
import { ExportMenu } from "../list/menu";
import { buttonClass, LinkButton } from "../ui/button";
import { CurrentLink } from "../ui/current-link";
import { EmptyState } from "../ui/empty-state";
import { Notice } from "../ui/notice";
import { usePreload } from "../ui/use-preload";
import { type ClientRow, RowLinks, useClientColumns } from "./client-columns";
import { clientViews, NO_FILTERS, toApiQuery, viewOf } from "./client-list-state";

// Loaded after the page: it appears with the first selection.
const loadBulkBar = () => import("./bulk-bar");
const BulkBar = lazy(async () => ({ default: (await loadBulkBar()).BulkBar }));

interface ClientsScreenProps extends ListPageProps {
  organizationId: string;
  figures: readonly ClientFigures[];
  wasDeleted: boolean;
}

/** The clients of an organization: its views and filters, and what can be done with one or several. */
export function ClientsScreen(props: ClientsScreenProps) {
  const { organizationId, figures, wasDeleted, ...page } = props;
  const { path, state, mayWrite } = page;
  const view = viewOf(state);
  usePreload(loadBulkBar);
  const t = useTranslations("clients");
  const list = useTranslations("shell.list");
  const typeName = useTranslations("clientWords.types");
  const statusName = useTranslations("shell.clientStatuses");
  const columns = useClientColumns(path, state, figures);
  const status = {
    name: "status",
    label: list("status"),
    everything: list("everyStatus"),
    options: clientStatuses.map((value) => ({ value, label: statusName(value) })),
  };
  const type = {
    name: "type",
    label: t("filters.type"),
    everything: t("filters.everyType"),
    options: clientTypes.map((value) => ({ value, label: typeName(value) })),
  };
  const restore = ({ client_id: clientId, name }: ClientRow) =>
    confirmAction({
      key: "restore",
      isInSight: true,
      label: t("restore.open"),
      title: t("restore.title", { name }),
      submit: t("restore.submit"),
      what: [t("restore.what")],
      send: () => sendCall(restoreClientCall({ organizationId, clientId })),
      notice: (_, { dismiss }) => (
        <Outcome
          tone="success"
          title={t.rich("restore.done", { client: () => <bdi>{name}</bdi> })}
          onDismiss={dismiss}
        >
          <p>
            {t.rich("restore.next", {
              page: (words) => (
                <Link href={`${path}/${clientId}`} className="inline-link">
                  {words}
                </Link>
              ),
            })}
          </p>
        </Outcome>
      ),
    });
  return (
    <ListScreen<ClientRow>
      {...page}
      title={t("title")}
      links={
        <>
          <Exports {...props} />
          {mayWrite ? (
            <LinkButton href={`${path}/new`} variant="primary">
              {t("newClient")}
            </LinkButton>
          ) : null}
        </>
      }
      notice={
        wasDeleted ? (
          <Notice
            tone="success"
            title={t("wasDeleted")}
            live
            next={t("wasDeletedNext", { days: RESTORE_DAYS })}
          />
        ) : null
      }
      empty={<EmptyList {...page} />}
      searchLabel={t("filters.searchLabel")}
      // A deleted client is neither active nor inactive.
      choices={view === "deleted" ? [type] : [type, status]}
      kept={NO_FILTERS}
      moreFilters={<Views {...page} />}
      explanation={
        view ? (
          <p className="border-line border-b px-4 py-2 text-muted text-sm sm:px-5">
            {t(`views.${view}.explanation`, { days: RESTORE_DAYS })}
          </p>
        ) : null
      }
      query={listClientsQuery(organizationId, toApiQuery(state))}
      nounOf={(count) => t("noun", { count })}
      columns={view === "deleted" ? columns.deleted : columns.present}
      idOf={({ client_id: id }) => id}
      nameOf={({ name }) => name}
      actionsOf={(row) => (mayWrite && view === "deleted" ? [restore(row)] : [])}
      {...(view !== "deleted" && { linksOf: (row) => <RowLinks path={path} row={row} /> })}
      bulk={
        mayWrite && view !== "deleted"
          ? (selection, dialog) => (
              <Suspense>
                <BulkBar organizationId={organizationId} selection={selection} {...dialog} />
              </Suspense>
            )
          : undefined
      }
    />
  );
}

/** Links to the views, which begin without filters, and one that drops the tag. */
function Views({ path, state }: Pick<ListPageProps, "path" | "state">) {
  const t = useTranslations("clients");
  const { sort, tag } = state;
  return (
    <>
      <nav aria-label={t("views.label")} className="max-w-full overflow-x-auto">
        <ul className="flex gap-1.5 p-1">
          {[undefined, ...clientViews].map((view) => (
            <li key={view ?? ""} className="shrink-0">
              <CurrentLink
                href={stateHref(path, { view, sort })}
                current={viewOf(state) === view}
                className="flex min-h-7 items-center rounded-full border border-line px-2.5 text-muted text-sm hover:border-ink hover:text-ink aria-[current]:border-primary aria-[current]:bg-primary aria-[current]:text-primary-ink"
              >
                {t(view ? `views.${view}.label` : "views.all")}
              </CurrentLink>
            </li>
          ))}
        </ul>
      </nav>
      {tag ? (
        <>
          <input type="hidden" name="tag" value={tag} />
          <Link
            href={stateHref(path, { ...state, tag: undefined, page: undefined })}
            className={buttonClass("quiet", "small")}
          >
            {t.rich("filters.tagged", {
              tag: () => <bdi>{tag}</bdi>,
              unseen: (words) => <span className="sr-only">{words}</span>,
            })}
            <X className="size-4" />
          </Link>
        </>
      ) : null}
    </>
  );
}

/** Exports all clients that pass the filters, over all pages. Works without JavaScript. */
function Exports({ organizationId, state }: ClientsScreenProps) {
  const { page_no: _, page_size: __, ...filter } = toApiQuery(state);
  const params = { organization_id: organizationId };
  const formats = ["json", "csv"].map((format) => ({
    format,
    href: requestOf({
      operation: "exportClients",
      outgoing: { params, query: { ...filter, format } },
    }).address,
  }));
  return <ExportMenu formats={formats} />;
}

function EmptyList({ path, state, mayWrite }: ListPageProps) {
  const t = useTranslations("clients");
  const view = viewOf(state);
  if (view) {
    return (
      <EmptyState
        title={t(`views.${view}.empty`)}
        action={<LinkButton href={path}>{t("views.showAll")}</LinkButton>}
        next={t(`views.${view}.emptyWhy`, { days: RESTORE_DAYS })}
      />
    );
  }
  return (
    <EmptyState
      icon={<KeyRound className="size-8" />}
      title={t("first.title")}
      action={
        mayWrite ? (
          <LinkButton href={`${path}/new`} variant="primary">
            {t("newClient")}
          </LinkButton>
        ) : null
      }
    >
      <p>
        {t("first.what")} {mayWrite ? null : t("first.who")}
      </p>
    </EmptyState>
  );
}
