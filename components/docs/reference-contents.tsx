import { useLocale, useTranslations } from "next-intl";
import { PageHeader } from "../ui/page-header";
import { Authentication } from "./authentication";
import { type Choice, docsAddress } from "./docs-address";
import type { ExampleIds } from "./fill-example";
import { Markup } from "./markup";
import { type OpenApiDocument, type Resource, serverUrl } from "./openapi-document";
import { OperationList } from "./operation-list";
import { listOperation } from "./search-index";

export interface ReferenceContentsProps {
  document: OpenApiDocument;
  resources: readonly Resource[];
  choice: Choice;
  ids: ExampleIds;
}

/** The contents of the API reference: what the API is, how to authenticate, and all operations by resource. */
export function ReferenceContents({ document, resources, choice, ids }: ReferenceContentsProps) {
  const t = useTranslations("docs.reference");
  const locale = useLocale();
  const { info } = document;
  return (
    <>
      <PageHeader
        title={t("title", { name: info.title })}
        description={
          <div className="grid gap-2">
            {info.description ? <Markup text={info.description} /> : null}
            <p>
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
            </p>
          </div>
        }
      />
      <Authentication document={document} resources={resources} choice={choice} ids={ids} />
      <nav aria-label={t("operations")} className="grid gap-8">
        {resources.map(({ slug, name, description, entries }) => (
          <section key={slug} lang="en" aria-labelledby={`resource-${slug}`} className="grid gap-2">
            <h2 id={`resource-${slug}`} className="text-xl">
              <a href={docsAddress(choice, slug)} className="hover:underline">
                {name}
              </a>
            </h2>
            <p className="text-muted">{description}</p>
            <OperationList items={entries.map(listOperation)} choice={choice} />
          </section>
        ))}
      </nav>
    </>
  );
}
