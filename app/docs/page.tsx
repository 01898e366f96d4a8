import { DocsPage } from "@/app/docs/docs-page";
import { readChoice } from "@/app/docs/read-choice";
import { foundInReference, ownReference } from "@/app/docs/read-reference";
import { type PageProps, titled } from "@/app/page-parts";
import { DocsHome } from "@/components/docs/docs-home";
import { FoundOperations } from "@/components/docs/resource-reference";
import { firstValue } from "@/lib/core/http/search-params";

export const generateMetadata = titled("docs.pageTitle");

/** The first page of the API reference, from the document that `/openapi.json` serves, or the results of a search. */
export default async function ContentsPage(props: PageProps) {
  const search = await props.searchParams;
  const query = firstValue(search, "q").trim();
  const reference = ownReference();
  const reader = await readChoice(search);
  const { choice } = reader;
  return (
    <DocsPage
      reader={reader}
      resources={reference.resources}
      query={query}
      {...(query === "" && { topic: "" })}
    >
      {query ? (
        <FoundOperations query={query} found={foundInReference(query)} choice={choice} />
      ) : (
        <DocsHome reference={reference} choice={choice} ids={reader.ids} />
      )}
    </DocsPage>
  );
}
