import { useTranslations } from "next-intl";
import { EmptyState } from "../ui/empty-state";
import { PageHeader } from "../ui/page-header";
import { type Choice, docsAddress } from "./docs-address";
import { type FoundOperation, listOperation } from "./find-operations";
import { OperationList } from "./operation-list";
import type { Resource } from "./reference";

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
          description: entry.description.split("\n\n")[0] ?? "",
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

/** All error codes with their statuses, each a link to its explanation. */
export function ErrorCodes(props: { errors: readonly ReturnedError[]; choice: Choice }) {
  const t = useTranslations("docs");
  return (
    <>
      <PageHeader
        parents={[{ label: t("pageTitle"), href: docsAddress(props.choice) }]}
        title={t("errorCodes.title")}
        description={t.rich("errorCodes.explanation", {
          code: (words) => <code className="font-mono text-sm">{words}</code>,
        })}
      />
      <ErrorList errors={props.errors} isWide />
    </>
  );
}

/** An error that an operation can return. */
export interface ReturnedError {
  code: string;
  status: number;
  title: string;
}

/** Error codes with their statuses, as links to their explanations. */
export function ErrorList(props: { errors: readonly ReturnedError[]; isWide?: boolean }) {
  return (
    <ul className={props.isWide ? "field-tree md:columns-2" : "field-tree"}>
      {props.errors.map(({ code, status, title }) => (
        <li key={code} className="break-inside-avoid">
          <a href={`/errors/${code}`}>{code}</a> <small>{status}</small>
          <p>{title}</p>
        </li>
      ))}
    </ul>
  );
}
