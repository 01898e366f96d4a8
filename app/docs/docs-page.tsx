import { Menu } from "lucide-react";
import { useMessages, useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { OrganizationFrame } from "@/app/(console)/organization-frame";
import type { Reader } from "@/app/docs/read-choice";
import { docsAddress } from "@/components/docs/docs-address";
import { OperationSearch } from "@/components/docs/operation-search";
import { findTopic, type Resource, ROLES, resourcesOf } from "@/components/docs/reference";
import { Button } from "@/components/ui/button";
import { FocusFrame } from "@/components/ui/focus-frame";

interface DocsPageProps {
  reader: Reader;
  resources: readonly Resource[];
  /** The last part of the address: a resource, an operation, or neither. Missing on the results of a search. */
  topic?: string;
  /** What is searched for; empty on all other pages. */
  query?: string;
  children: ReactNode;
}

const ID = "docs-navigation";

/**
 * A page of the reference beside its search and navigation: the resources, and the operations of the current one. On
 * small screens, a button opens the navigation over the page, without JavaScript too (`.docs-navigation`). Members see
 * it in the frame of their organization, so that they find back.
 */
export function DocsPage({ reader, resources, topic, query = "", children }: DocsPageProps) {
  const { choice, organizationId } = reader;
  const t = useTranslations("docs");
  const current = findTopic(resources, topic ?? "")?.resource;
  const link = (name: string, label: string) => (
    <a href={docsAddress(choice, name)} aria-current={name === topic ? "page" : undefined}>
      {label}
    </a>
  );
  const page = (
    <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-x-8 gap-y-6 lg:grid-cols-[13rem_minmax(0,1fr)]">
      <div className="grid min-w-0 gap-3 lg:sticky lg:top-4">
        <OperationSearch query={query} choice={choice} words={useMessages().docs.search} />
        <Button popoverTarget={ID} className="lg:hidden">
          <Menu className="size-4" aria-hidden="true" />
          {t("resources")}
        </Button>
        <nav id={ID} popover="auto" aria-label={t("resources")} className="docs-navigation">
          <ul>
            <li>{link("", t("contents"))}</li>
            <li>{link("errors", t("errorCodes.title"))}</li>
            {ROLES.map((role) => (
              <li key={role}>
                <b>{t(`home.roles.${role}.reference`)}</b>
                <ul lang="en">
                  {resourcesOf(role, resources).map((resource) => (
                    <li key={resource.slug}>
                      {link(resource.slug, resource.name)}
                      {resource === current ? (
                        <ul>
                          {resource.entries.map(({ id, summary }) => (
                            <li key={id}>{link(id, summary)}</li>
                          ))}
                        </ul>
                      ) : null}
                    </li>
                  ))}
                </ul>
              </li>
            ))}
          </ul>
        </nav>
      </div>
      <div className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-6">{children}</div>
    </div>
  );
  return organizationId ? (
    <OrganizationFrame id={organizationId}>{page}</OrganizationFrame>
  ) : (
    <FocusFrame wide>{page}</FocusFrame>
  );
}
