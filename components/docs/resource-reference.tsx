import { useTranslations } from "next-intl";
import { PageHeader } from "../ui/page-header";
import { type Choice, docsAddress } from "./docs-address";
import type { Resource } from "./openapi-document";
import { OperationList } from "./operation-list";
import { listOperation } from "./search-index";

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
