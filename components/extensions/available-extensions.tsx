import { useTranslations } from "next-intl";
import { useId } from "react";
import type { AvailableExtension } from "@/lib/tenants/extension-values";
import { ClientMark } from "../clients/client-mark";
import { UntrustedName } from "../consent/untrusted-name";
import { FilterBar, SearchField } from "../list/filter-form";
import { FilteredList, NoMatch } from "../list/filtered-list";
import { stateHref } from "../list/list-state";
import { Button, buttonClass } from "../ui/button";
import { EmptyState } from "../ui/empty-state";
import { Notice } from "../ui/notice";
import { Panel } from "../ui/panel";
import { PublisherLine } from "./publisher-line";

export interface AvailableExtensionsProps {
  /** Address of the page, which the search form reloads. */
  path: string;
  /** The search; empty for all extensions. */
  search: string;
  /** The extensions on this page. */
  extensions: readonly AvailableExtension[];
  /** Page shown, from 1. */
  page: number;
  pageSize: number;
  /** Extensions that match over all pages. */
  total: number;
  /** False for staff, who see the extensions but ask an admin to install them. */
  mayInstall: boolean;
}

/** Extensions that are not connected yet. */
export function AvailableExtensions(props: AvailableExtensionsProps) {
  const { path, search, extensions, page, pageSize, total, mayInstall } = props;
  const t = useTranslations("extensions.available");
  const noticeId = useId();
  const state = { q: search, page };
  return (
    <Panel title={t("title")} description={t("explanation")} padded={false}>
      <FilteredList
        filters={
          <FilterBar path={path} address={stateHref(path, state)} isFiltered={search !== ""}>
            <SearchField label={t("searchLabel")} value={search} />
          </FilterBar>
        }
        path={path}
        state={state}
        pages={{ total, size: pageSize, noun: t("noun", { count: total }) }}
        nothingYet={<EmptyState title={t("nothing")} next={t("nothingWhy")} />}
        noMatch={
          <NoMatch title={t("noMatch")} href={path}>
            {t.rich("noMatchWhy", { search: () => <bdi>{search}</bdi> })}
          </NoMatch>
        }
      >
        {mayInstall ? null : (
          <div id={noticeId} className="px-4 pt-4 sm:px-6">
            <Notice title={t("askAdmin")} next={t("askAdminWhy")} />
          </div>
        )}
        <ul className="grid gap-4 p-4 sm:grid-cols-2 sm:p-6 lg:grid-cols-3">
          {extensions.map((extension) => (
            <AvailableCard
              key={extension.clientId}
              extension={extension}
              disabledReasonId={mayInstall ? undefined : noticeId}
            />
          ))}
        </ul>
      </FilteredList>
    </Panel>
  );
}

interface AvailableCardProps {
  extension: AvailableExtension;
  /** Id of the text that explains why this person cannot install; missing if they can. */
  disabledReasonId: string | undefined;
}

function AvailableCard({ extension, disabledReasonId }: AvailableCardProps) {
  const t = useTranslations("extensions.available");
  const install = t.rich("install", {
    client: () => <UntrustedName name={extension.name} />,
    unseen: (words) => <span className="sr-only">{words}</span>,
  });
  return (
    <li className="flex flex-col gap-3 rounded border border-line p-4">
      <ClientMark size="large" client={extension} />
      <div className="grid gap-0.5">
        <h3 className="text-lg">
          <UntrustedName name={extension.name} />
        </h3>
        <PublisherLine name={extension.publisherName} verified={extension.publisherVerified} />
      </div>
      <p className="text-muted">
        <bdi>{extension.description}</bdi>
      </p>
      <p className="text-muted text-sm">{t("asksFor", { count: extension.scopeCount })}</p>
      {disabledReasonId ? (
        <Button aria-disabled="true" aria-describedby={disabledReasonId} className="mt-auto w-fit">
          {install}
        </Button>
      ) : (
        <a
          href={extension.installHref}
          rel="noopener"
          className={buttonClass("secondary", "medium", "mt-auto w-fit")}
        >
          {install}
        </a>
      )}
    </li>
  );
}
