import type { ReactNode } from "react";
import { OrganizationFrame } from "@/app/(console)/organization-frame";
import type { Reader } from "@/app/docs/read-choice";
import { DocsLayout } from "@/components/docs/docs-layout";
import type { Resource, Topic } from "@/components/docs/reference";
import { FocusFrame } from "@/components/ui/focus-frame";

export interface DocsPageProps {
  reader: Reader;
  resources: readonly Resource[];
  /** Missing on the results of a search. */
  topic?: Topic | "home" | "errors";
  /** What is searched for. */
  query?: string;
  children: ReactNode;
}

/** A page of the API reference: for members in the frame of their organization, so that they find back. */
export function DocsPage({ reader, resources, topic, query = "", children }: DocsPageProps) {
  const page = (
    <DocsLayout resources={resources} topic={topic} choice={reader.choice} query={query}>
      {children}
    </DocsLayout>
  );
  return reader.organizationId ? (
    <OrganizationFrame id={reader.organizationId}>{page}</OrganizationFrame>
  ) : (
    <FocusFrame wide>{page}</FocusFrame>
  );
}
