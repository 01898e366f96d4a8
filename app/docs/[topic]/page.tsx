import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { getTranslations } from "next-intl/server";
import { DocsPage } from "@/app/docs/docs-page";
import { type Reader, readChoice } from "@/app/docs/read-choice";
import { ownReference } from "@/app/docs/read-reference";
import { type Access, OperationReference } from "@/components/docs/operation-reference";
import { findTopic, type OperationEntry, type Resource } from "@/components/docs/reference";
import {
  ErrorCodes,
  ResourceReference,
  type ReturnedError,
} from "@/components/docs/resource-reference";
import { managementOperations, platformOperations } from "@/lib/api/endpoints";
import { type ErrorCode, errorTable, isErrorCode } from "@/lib/core/errors";
import type { SearchParams } from "@/lib/core/http/search-params";
import {
  organizationRoles,
  rolePermissions,
  scopeOfPermission,
} from "@/lib/core/permissions/permissions";
import {
  operatorPermissions,
  operatorRoles,
  scopeOfPlatformPermission,
} from "@/lib/core/permissions/platform-permissions";
import type { ApiAccess } from "@/lib/operation/access";
import type { Operation } from "@/lib/operation/operation";

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

const operations: readonly Operation[] = [...managementOperations, ...platformOperations];

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
      <DocsPage reader={reader} resources={resources} topic={name}>
        <ErrorCodes errors={await describeErrors()} choice={reader.choice} />
      </DocsPage>
    );
  }
  if (!topic) notFound();
  const { resource, entry } = topic;
  return (
    <DocsPage reader={reader} resources={resources} topic={name}>
      {entry ? (
        <OperationPage resource={resource} entry={entry} reader={reader} />
      ) : (
        <ResourceReference resource={resource} choice={reader.choice} />
      )}
    </DocsPage>
  );
}

async function OperationPage(props: { resource: Resource; entry: OperationEntry; reader: Reader }) {
  const { resource, entry, reader } = props;
  const operation = operations.find(({ id }) => id === entry.id);
  // The ids of the platform's APIs belong to others: to service keys, or to any organization.
  const isOfOrganization = operation
    ? operation.access.kind === "organization"
    : ["Authorization", "Extensions"].includes(resource.name);
  return (
    <OperationReference
      reference={ownReference()}
      resource={resource}
      // Its own words, where OpenAPI has only text for programs.
      entry={{ ...entry, description: operation?.description ?? entry.description }}
      access={
        operation ? accessByPermission(operation.access) : accessByCredentials(entry.security)
      }
      errors={await describeErrors(entry.errorCodes.filter(isErrorCode))}
      choice={reader.choice}
      ids={isOfOrganization ? reader.ids : {}}
      clients={isOfOrganization ? reader.clients : []}
    />
  );
}

/** Error codes with their titles in the reader's language; all of them unless given. */
async function describeErrors(
  codes: readonly ErrorCode[] = Object.keys(errorTable).filter(isErrorCode),
): Promise<ReturnedError[]> {
  const t = await getTranslations("errors.codes");
  return codes.map((code) => ({
    code,
    status: errorTable[code].status,
    title: t(`${code}.title`),
  }));
}

function accessByPermission(access: ApiAccess): Access[] {
  if (access.kind === "organization") {
    const { permission } = access;
    const roles = organizationRoles.filter((role) => rolePermissions[role].includes(permission));
    return [
      { who: "members", permission, roles },
      ...within("token", scopeOfPermission(permission)),
    ];
  }
  const { kind, permission, forOwnKey = false } = access;
  const roles = operatorRoles.filter((role) => operatorPermissions[role].includes(permission));
  return [
    { who: "operators", permission, roles },
    ...(kind === "company" ? [{ who: kind }] : []),
    ...within("serviceKey", scopeOfPlatformPermission(permission)),
    ...(forOwnKey ? [{ who: "ownKey" as const }] : []),
  ];
}

function within(who: Access["who"], scope: string | null): Access[] {
  return scope === null ? [] : [{ who, scope }];
}

/** Endpoints of standards have no permission, only credentials. */
function accessByCredentials(security: OperationEntry["security"]): Access[] {
  const needs = security.flatMap((requirement) => Object.entries(requirement).slice(0, 1));
  if (needs.length < security.length || needs.length === 0) return [{ who: "everyone" }];
  return needs.map(([scheme, scopes]) => {
    if (scopes.length > 0) return { who: "tokenOrKey", scope: scopes.join(", ") };
    if (scheme === "client") return { who: scheme };
    return { who: scheme === "bearer" ? "anyToken" : "session" };
  });
}
