import { useTranslations } from "next-intl";
import { EmptyState } from "../ui/empty-state";
import { PageHeader } from "../ui/page-header";
import type { Choice } from "./docs-address";
import type { FoundOperation } from "./find-operations";
import { OperationList } from "./operation-list";

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
