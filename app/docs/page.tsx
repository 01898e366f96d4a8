import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { DocsPage } from "@/app/docs/docs-page";
import { readChoice } from "@/app/docs/read-choice";
import { readReference, readSearchIndex } from "@/app/docs/read-reference";
import { DocsHome } from "@/components/docs/docs-home";
import { findOperations } from "@/components/docs/find-operations";
import { FoundOperations } from "@/components/docs/resource-reference";
import { firstValue, type SearchParams } from "@/lib/core/http/search-params";

const MAX_CHARACTERS = 100;

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("docs");
  return { title: t("pageTitle") };
}

/** The first page of the API reference, from the document that `/openapi.json` serves, or the results of a search. */
export default async function ContentsPage(props: { searchParams: Promise<SearchParams> }) {
  const search = await props.searchParams;
  const query = firstValue(search, "q").slice(0, MAX_CHARACTERS).trim();
  const { document, resources } = readReference();
  const reader = await readChoice(search);
  const { choice } = reader;
  return (
    <DocsPage
      reader={reader}
      resources={resources}
      query={query}
      {...(query === "" && { topic: "home" as const })}
    >
      {query ? (
        <FoundOperations
          query={query}
          found={findOperations(readSearchIndex(), query)}
          choice={choice}
        />
      ) : (
        <DocsHome document={document} resources={resources} choice={choice} ids={reader.ids} />
      )}
    </DocsPage>
  );
}
