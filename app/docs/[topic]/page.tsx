import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { getTranslations } from "next-intl/server";
import { describeEntry, describeErrors } from "@/app/docs/describe-entry";
import { DocsPage } from "@/app/docs/docs-page";
import { type Reader, readChoice } from "@/app/docs/read-choice";
import { readReference } from "@/app/docs/read-reference";
import { ErrorCodes } from "@/components/docs/error-codes";
import {
  findTopic,
  type OpenApiDocument,
  type OperationEntry,
  type Resource,
} from "@/components/docs/openapi-document";
import { OperationReference } from "@/components/docs/operation-reference";
import { ResourceReference } from "@/components/docs/resource-reference";
import type { SearchParams } from "@/lib/core/http/search-params";

type Props = { params: Promise<{ topic: string }>; searchParams: Promise<SearchParams> };

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { topic: name } = await params;
  const topic = findTopic(readReference().resources, name);
  const t = await getTranslations();
  if (name === ERRORS) return { title: t("docs.errorCodes.title") };
  return {
    title: topic ? (topic.entry?.id ?? topic.resource.name) : t("shell.notFound.pageTitle"),
  };
}

/** No operation and no resource has this name. */
const ERRORS = "errors";

/** A resource or an operation of the API reference, or the error codes. */
export default async function TopicPage({ params, searchParams }: Props) {
  const { document, resources } = readReference();
  const { topic: name } = await params;
  const topic = findTopic(resources, name);
  const reader = await readChoice(await searchParams);
  if (name === ERRORS) {
    return (
      <DocsPage reader={reader} resources={resources} topic={ERRORS}>
        <ErrorCodes errors={await describeErrors()} choice={reader.choice} />
      </DocsPage>
    );
  }
  if (!topic) notFound();
  const { resource, entry } = topic;
  return (
    <DocsPage reader={reader} resources={resources} topic={topic}>
      {entry ? (
        <Operation document={document} resource={resource} entry={entry} reader={reader} />
      ) : (
        <ResourceReference resource={resource} choice={reader.choice} />
      )}
    </DocsPage>
  );
}

async function Operation(props: {
  document: OpenApiDocument;
  resource: Resource;
  entry: OperationEntry;
  reader: Reader;
}) {
  const { document, resource, entry, reader } = props;
  const described = await describeEntry(entry);
  // The ids of the platform's APIs belong to others: to service keys, or to any organization.
  const isOfOrganization = described.access
    ? described.access.kind === "organization"
    : ["Authorization", "Extensions"].includes(resource.name);
  return (
    <OperationReference
      document={document}
      resource={resource}
      entry={entry}
      {...described}
      choice={reader.choice}
      ids={isOfOrganization ? reader.ids : {}}
      clients={isOfOrganization ? reader.clients : []}
    />
  );
}
