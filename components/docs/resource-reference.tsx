import { useTranslations } from "next-intl";
import { EmptyState } from "../ui/empty-state";
import { PageHeader } from "../ui/page-header";
import { type Choice, docsAddress } from "./docs-address";
import { type FoundOperation, listOperation } from "./find-operations";
import type { Resource } from "./openapi-document";
import { OperationList } from "./operation-list";

/** One resource: its operations, with the first paragraph about each. */
export function ResourceReference({ resource, choice }: { resource: Resource; choice: Choice }) {
  const t = useTranslations("docs");
  return (
    <>
      <PageHeader
        parents={[{ label: t("pageTitle"), href: docsAddress(choice) }]}
        title={<span lang="en">{resource.name}</span>}
        description={<span lang="en">{resource.description}</span>}
      />
      <OperationList
        items={resource.entries.map((entry) => ({
          ...listOperation(entry),
          description: entry.operation.description?.split("\n\n")[0] ?? "",
        }))}
        choice={choice}
      />
    </>
  );
}

/** All operations that a query finds: what the search leads to without JavaScript. */
export function FoundOperations(props: {
  query: string;
  found: readonly FoundOperation[];
  choice: Choice;
}) {
  const { query, found, choice } = props;
  const t = useTranslations("docs.search");
  return (
    <>
      <PageHeader
        title={t.rich("results", { query, name: (text) => <bdi>{text}</bdi> })}
        description={`${t("found")} ${found.length}`}
      />
      {found.length > 0 ? (
        <OperationList
          items={found.map(({ fieldNames, ...operation }) => ({
            ...operation,
            description: fieldNames.map((name) => `\`${name}\``).join(" "),
          }))}
          choice={choice}
        />
      ) : (
        <EmptyState title={t("nothing")}>
          <p>{t("nothingNext")}</p>
        </EmptyState>
      )}
    </>
  );
}
