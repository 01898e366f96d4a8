import { useLocale, useTranslations } from "next-intl";
import { PageHeader } from "../ui/page-header";
import { Markup } from "./markup";
import { MethodBadge } from "./method-badge";
import {
  type OpenApiDocument,
  type OperationEntry,
  operationsByTag,
  serverUrl,
} from "./openapi-document";
import { OperationSection } from "./operation-section";

/** The API reference, rendered on the server from the OpenAPI document that is served itself. */
export function ApiReference({ document }: { document: OpenApiDocument }) {
  const t = useTranslations("docs.reference");
  const locale = useLocale();
  const groups = operationsByTag(document);
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
      <div className="grid items-start gap-8 lg:grid-cols-[15rem_minmax(0,1fr)]">
        <Contents groups={groups} />
        <div className="grid min-w-0 gap-10">
          {groups.map(([tag, entries]) => (
            <section key={tag} aria-labelledby={tagId(tag)} className="grid min-w-0 gap-4">
              <h2 id={tagId(tag)} lang="en" className="text-2xl">
                {tag}
              </h2>
              {entries.map((entry) => (
                <OperationSection key={entry.id} document={document} entry={entry} />
              ))}
            </section>
          ))}
        </div>
      </div>
    </>
  );
}

function tagId(tag: string): string {
  return `tag-${tag.toLowerCase().replace(/\W+/g, "-")}`;
}

function Contents({ groups }: { groups: readonly [string, OperationEntry[]][] }) {
  const t = useTranslations("docs.reference");
  return (
    <nav
      aria-label={t("operations")}
      className="lg:sticky lg:top-6 lg:max-h-[calc(100dvh-3rem)] lg:overflow-y-auto"
    >
      {groups.map(([tag, entries]) => (
        <div key={tag} lang="en" className="mb-4">
          <p className="font-semibold text-sm">{tag}</p>
          <ul>
            {entries.map((entry) => (
              <li key={entry.id}>
                <a
                  href={`#${entry.id}`}
                  className="flex min-h-8 items-center justify-between gap-2 rounded-sm py-1 text-muted text-sm leading-5 hover:text-ink"
                >
                  {entry.operation.summary ?? entry.id}
                  <MethodBadge method={entry.method} />
                </a>
              </li>
            ))}
          </ul>
        </div>
      ))}
    </nav>
  );
}
