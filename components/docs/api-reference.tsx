import { useLocale, useTranslations } from "next-intl";
import { PageHeader } from "../ui/page-header";
import { Markup } from "./markup";
import {
  type OpenApiDocument,
  type OperationEntry,
  operationsByTag,
  serverUrl,
} from "./openapi-document";

/** The contents of the API reference: the operations of the OpenAPI document that is served itself, by tag. */
export function ApiReference({ document }: { document: OpenApiDocument }) {
  const t = useTranslations("docs.reference");
  const locale = useLocale();
  const { info } = document;
  return (
    <>
      <PageHeader
        title={t("title", { name: info.title })}
        description={
          <>
            {info.description ? <Markup text={info.description} /> : null}{" "}
            {t.rich("files", {
              version: info.version,
              address: `${serverUrl(document)}/openapi.json`,
              openapi: (address) => (
                <a href="/openapi.json" className="inline-link wrap-anywhere">
                  {address}
                </a>
              ),
            })}{" "}
            {locale === "en" ? null : t("descriptionsInEnglish")}
          </>
        }
      />
      <nav aria-label={t("operations")} className="grid gap-8">
        {operationsByTag(document).map(([tag, entries]) => (
          <section key={tag} lang="en" aria-labelledby={tagId(tag)} className="grid gap-2">
            <h2 id={tagId(tag)} className="text-xl">
              {tag}
            </h2>
            <OperationLinks entries={entries} />
          </section>
        ))}
      </nav>
    </>
  );
}

function tagId(tag: string): string {
  return `tag-${tag.toLowerCase().replace(/\W+/g, "-")}`;
}

/** An id per entry: links to the reference when it was one page ended in `#<operation id>`. */
function OperationLinks({ entries }: { entries: readonly OperationEntry[] }) {
  return (
    <ul className="divide-y divide-line rounded-lg border border-line bg-surface shadow-panel">
      {entries.map(({ id, method, path, operation }) => (
        <li key={id} id={id} className="px-4 py-2 target:bg-brass-soft">
          <a href={`/docs/${id}`} className="inline-link">
            {operation.summary ?? id}
          </a>
          <code className="wrap-anywhere block text-muted text-sm">
            {method.toUpperCase()} {path}
          </code>
        </li>
      ))}
    </ul>
  );
}
