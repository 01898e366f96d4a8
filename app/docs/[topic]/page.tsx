import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { getTranslations } from "next-intl/server";
import { apiOf, describeEntry, describeErrors } from "@/app/docs/describe-entry";
import { DocsPage } from "@/app/docs/docs-page";
import { type Reader, readChoice } from "@/app/docs/read-choice";
import { ownReference } from "@/app/docs/read-reference";
import { OperationReference } from "@/components/docs/operation-reference";
import { findTopic, type OperationEntry, type Resource } from "@/components/docs/reference";
import { ErrorCodes, ResourceReference } from "@/components/docs/resource-reference";
import type { SearchParams } from "@/lib/core/http/search-params";

type Props = { params: Promise<{ topic: string }>; searchParams: Promise<SearchParams> };

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { topic: name } = await params;
  const topic = findTopic(ownReference().resources, name);
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
  const { resources } = ownReference();
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
        <Operation resource={resource} entry={entry} reader={reader} />
      ) : (
        <ResourceReference resource={resource} choice={reader.choice} />
      )}
    </DocsPage>
  );
}

async function Operation(props: { resource: Resource; entry: OperationEntry; reader: Reader }) {
  const { resource, entry, reader } = props;
  const api = apiOf(entry);
  // The ids of the platform's APIs belong to others: to service keys, or to any organization.
  const isOfOrganization = api
    ? api === "organization"
    : ["Authorization", "Extensions"].includes(resource.name);
  return (
    <OperationReference
      reference={ownReference()}
      resource={resource}
      entry={entry}
      {...(await describeEntry(entry))}
      choice={reader.choice}
      ids={isOfOrganization ? reader.ids : {}}
      clients={isOfOrganization ? reader.clients : []}
    />
  );
}
