import { Menu } from "lucide-react";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { Button } from "../ui/button";
import { type Choice, docsAddress } from "./docs-address";
import type { Resource, Topic } from "./openapi-document";
import { OperationSearch } from "./operation-search";

/** A page of the reference beside its search and navigation. */
export function DocsLayout(props: DocsNavigationProps & { children: ReactNode }) {
  const { children, ...navigation } = props;
  const t = useTranslations("docs.search");
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-x-8 gap-y-6 lg:grid-cols-[13rem_minmax(0,1fr)]">
      <div className="grid min-w-0 gap-3 lg:sticky lg:top-4">
        <OperationSearch
          query={navigation.query}
          choice={navigation.choice}
          words={{
            label: t("label"),
            placeholder: t("placeholder"),
            found: t("found"),
            all: t("all"),
            failed: t("failed"),
          }}
        />
        <DocsNavigation {...navigation} />
      </div>
      <div className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-6">{children}</div>
    </div>
  );
}

interface DocsNavigationProps {
  resources: readonly Resource[];
  /** What the page is about; undefined on the contents and on the results of a search. */
  topic: Topic | undefined;
  /** What is searched for; empty on all other pages. */
  query: string;
  choice: Choice;
}

const ID = "docs-navigation";

/**
 * The resources, and the operations of the current one. On small screens, a button opens it over the page, without
 * JavaScript too (`.docs-navigation`).
 */
function DocsNavigation({ resources, topic, query, choice }: DocsNavigationProps) {
  const t = useTranslations("docs");
  return (
    <>
      <Button popoverTarget={ID} className="lg:hidden">
        <Menu className="size-4" aria-hidden="true" />
        {t("resources")}
      </Button>
      <nav id={ID} popover="auto" aria-label={t("resources")} className="docs-navigation">
        <ul>
          <li>
            <a href={docsAddress(choice)} {...markedIf(!topic && query === "")}>
              {t("contents")}
            </a>
          </li>
          {resources.map((resource) => (
            <li key={resource.slug}>
              <a
                href={docsAddress(choice, resource.slug)}
                {...markedIf(resource === topic?.resource && !topic.entry)}
                lang="en"
              >
                {resource.name}
              </a>
              {resource === topic?.resource ? (
                <Operations resource={resource} topic={topic} choice={choice} />
              ) : null}
            </li>
          ))}
        </ul>
      </nav>
    </>
  );
}

function Operations(props: { resource: Resource; topic: Topic; choice: Choice }) {
  const { resource, topic, choice } = props;
  return (
    <ul lang="en">
      {resource.entries.map(({ id, operation }) => (
        <li key={id}>
          <a href={docsAddress(choice, id)} {...markedIf(id === topic.entry?.id)}>
            {operation.summary ?? id}
          </a>
        </li>
      ))}
    </ul>
  );
}

function markedIf(isCurrent: boolean) {
  return isCurrent ? ({ "aria-current": "page" } as const) : {};
}
