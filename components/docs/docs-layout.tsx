import { Menu } from "lucide-react";
import { useMessages, useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { Button } from "../ui/button";
import { type Choice, docsAddress } from "./docs-address";
import { OperationSearch } from "./operation-search";
import { type Resource, ROLES, resourcesOf, type Topic } from "./reference";

/** A page of the reference beside its search and navigation. */
export function DocsLayout(props: DocsNavigationProps & { children: ReactNode }) {
  const { children, ...navigation } = props;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-x-8 gap-y-6 lg:grid-cols-[13rem_minmax(0,1fr)]">
      <div className="grid min-w-0 gap-3 lg:sticky lg:top-4">
        <OperationSearch
          query={navigation.query}
          choice={navigation.choice}
          words={useMessages().docs.search}
        />
        <DocsNavigation {...navigation} />
      </div>
      <div className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-6">{children}</div>
    </div>
  );
}

interface DocsNavigationProps {
  resources: readonly Resource[];
  /** What the page is about; undefined on the results of a search. */
  topic: Topic | "home" | "errors" | undefined;
  /** What is searched for; empty on all other pages. */
  query: string;
  choice: Choice;
}

const ID = "docs-navigation";

/**
 * The resources, and the operations of the current one. On small screens, a button opens it over the page, without
 * JavaScript too (`.docs-navigation`).
 */
function DocsNavigation({ resources, topic, choice }: DocsNavigationProps) {
  const t = useTranslations("docs");
  const current = typeof topic === "object" ? topic : undefined;
  return (
    <>
      <Button popoverTarget={ID} className="lg:hidden">
        <Menu className="size-4" aria-hidden="true" />
        {t("resources")}
      </Button>
      <nav id={ID} popover="auto" aria-label={t("resources")} className="docs-navigation">
        <ul>
          <li>
            <a href={docsAddress(choice)} {...markedIf(topic === "home")}>
              {t("contents")}
            </a>
          </li>
          <li>
            <a href={docsAddress(choice, "errors")} {...markedIf(topic === "errors")}>
              {t("errorCodes.title")}
            </a>
          </li>
          {ROLES.map((role) => (
            <li key={role}>
              <b>{t(`home.roles.${role}.reference`)}</b>
              <ul>
                {resourcesOf(role, resources).map((resource) => (
                  <li key={resource.slug}>
                    <a
                      href={docsAddress(choice, resource.slug)}
                      {...markedIf(resource === current?.resource && !current.entry)}
                      lang="en"
                    >
                      {resource.name}
                    </a>
                    {current && resource === current.resource ? (
                      <Operations topic={current} choice={choice} />
                    ) : null}
                  </li>
                ))}
              </ul>
            </li>
          ))}
        </ul>
      </nav>
    </>
  );
}

function Operations({ topic, choice }: { topic: Topic; choice: Choice }) {
  return (
    <ul lang="en">
      {topic.resource.entries.map(({ id, summary }) => (
        <li key={id}>
          <a href={docsAddress(choice, id)} {...markedIf(id === topic.entry?.id)}>
            {summary}
          </a>
        </li>
      ))}
    </ul>
  );
}

function markedIf(isCurrent: boolean) {
  return isCurrent ? ({ "aria-current": "page" } as const) : {};
}
