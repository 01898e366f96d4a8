import { z } from "zod";
import { removeGrant } from "@/lib/consent/grants/revoke-grants";
import { requireDecider } from "@/lib/consent/may-consent";
import { readScopeUse, toScopeUseHints } from "@/lib/consent/scope-use/read-scope-use";
import { USE_DAYS } from "@/lib/consent/scope-use/values";
import { env } from "@/lib/core/env/env";
import { fullName } from "@/lib/core/full-name";
import { imageAddress } from "@/lib/core/images/image-address";
import { clientIdSchema } from "@/lib/core/schemas/id-schema";
import type { Subject } from "@/lib/core/subject";
import { supportContacts } from "@/lib/core/values/support-contact-values";
import { seller } from "@/lib/operation/access";
import { operation } from "@/lib/operation/operation";
import { page, value } from "@/lib/operation/returns";
import {
  findAvailableExtensions,
  findGrantWithHistory,
  findLastCalls,
  findLastUninstall,
  findLiveGrants,
} from "@/lib/tenants/companies/repository";
import { sellerFailure } from "@/lib/tenants/companies/seller-failure";
import type {
  AvailableExtension,
  ConnectedExtension,
  InstalledExtension,
} from "@/lib/tenants/extension-values";

const DAY_MS = 86_400_000;

/** Number of available extensions per page. */
export const AVAILABLE_PAGE_SIZE = 24;

export function presentExtension(row: {
  clientId: string;
  name: string;
  logoId: string | null;
  organization: { name: string; verified: boolean };
}) {
  return {
    clientId: row.clientId,
    name: row.name,
    logoUri: imageAddress(row.logoId),
    publisherName: row.organization.name,
    publisherVerified: row.organization.verified,
  };
}

type GrantRow = Awaited<ReturnType<typeof findLiveGrants>>[number];

/** A current grant to an extension, as pages show it. */
export function presentGrant({ companyId }: Subject, grant: GrantRow) {
  const { client, scopes, approver, createdAt } = grant;
  return {
    ...presentExtension(client),
    isActive: client.isActive && !client.deletedAt,
    ...suspensionOf(client),
    scopes,
    installedAt: createdAt,
    approvedBy: fullName(approver),
    launchHref: companyId === null ? null : launchAddress(companyId, grant),
  };
}

/** A page of the active extensions that the company may install and has not, by name. The total counts all pages. */
export const listAvailableExtensions = operation({
  id: "listAvailableExtensions",
  access: seller(),
  request: { query: z.object({ search: z.string(), page: z.int().min(1) }) },
  returns: value<{ extensions: AvailableExtension[]; total: number }>(),
  async run({ caller, query: { search, page } }) {
    const companyId = caller.company.id;
    const skip = (page - 1) * AVAILABLE_PAGE_SIZE;
    const range = { skip, take: AVAILABLE_PAGE_SIZE };
    const { rows, total } = await findAvailableExtensions(companyId, search.trim(), range);
    const extensions = rows.flatMap((row) =>
      row.baseUrl === null
        ? []
        : {
            ...presentExtension(row),
            description: row.description,
            scopeCount: row.scopes.length,
            installHref: installAddress(row.baseUrl, row.clientId, companyId),
          },
    );
    return { extensions, total };
  },
});

/** The company's current grants, most recently changed first. */
export const listInstalledExtensions = operation({
  id: "listInstalledExtensions",
  access: seller(),
  returns: value<InstalledExtension[]>(),
  async run({ caller }) {
    const companyId = caller.company.id;
    const subject = { companyId, organizationId: null };
    const grants = await findLiveGrants(subject);
    const clientIds = grants.map(({ client }) => client.clientId);
    const [lastCalls, readUse] = await Promise.all([
      findLastCalls(companyId, clientIds),
      readScopeUse(subject, clientIds, USE_DAYS),
    ]);
    // Use says something only about grants that are older than the days over which it is counted.
    const countedFrom = Date.now() - USE_DAYS * DAY_MS;
    return grants.map((grant) => {
      const { clientId } = grant.client;
      const lastUsedAt = lastCalls.get(clientId) ?? null;
      const hasEvidence = lastUsedAt !== null && grant.modifiedAt.getTime() < countedFrom;
      return {
        ...presentGrant(subject, grant),
        lastUsedAt,
        use: hasEvidence ? toScopeUseHints(grant.scopes, readUse(clientId)) : [],
      };
    });
  },
});

/** Reads an extension that a company has or had; null if it never granted it anything. */
export const openExtension = operation({
  id: "openExtension",
  access: seller(),
  request: { params: z.object({ client_id: clientIdSchema }) },
  returns: value<ConnectedExtension | null>(),
  run: ({ caller, params: { client_id: clientId } }) =>
    readConnected({ companyId: caller.company.id, organizationId: null }, clientId),
});

/** An extension that a company or an organization has or had; null if it never granted it anything. */
export async function readConnected(subject: Subject, clientId: string) {
  const [grant, readUse, uninstall] = await Promise.all([
    findGrantWithHistory(subject, clientId),
    readScopeUse(subject, [clientId], USE_DAYS),
    findLastUninstall(subject, clientId),
  ]);
  if (!grant) return null;
  const { client, events } = grant;
  // An extension without an address is not called. What is left may then be of an earlier removal.
  const grantedAt = events.find(({ change }) => change === "granted")?.createdAt ?? new Date(0);
  const isOfThisRemoval = grant.revokedAt !== null && (uninstall?.createdAt ?? 0) > grantedAt;
  return {
    ...presentGrant(subject, grant),
    ...(grant.revokedAt && { launchHref: null, scopes: [] as string[] }),
    description: client.description,
    contacts: supportContacts(client),
    removedAt: grant.revokedAt,
    use: readUse(clientId),
    history: events.map((event) => ({
      id: String(event.id),
      change: event.change,
      added: event.scopesAfter.filter((scope) => !event.scopesBefore.includes(scope)),
      removed: event.scopesBefore.filter((scope) => !event.scopesAfter.includes(scope)),
      by: fullName(event.user),
      at: event.createdAt,
    })),
    uninstall: uninstall && isOfThisRemoval ? presentUninstall(uninstall) : null,
  };
}

function presentUninstall(row: NonNullable<Awaited<ReturnType<typeof findLastUninstall>>>) {
  const state = row.deliveredAt ? "delivered" : row.nextAttemptAt ? "waiting" : "given_up";
  const { attempts, createdAt: requestedAt, nextAttemptAt } = row;
  const failure = row.lastStatus === null ? "unreachable" : "error";
  const lastFailure = row.lastError === null ? null : failure;
  return { state, attempts, requestedAt, nextAttemptAt, lastFailure } as const;
}

/** The seller revokes the grant. The extension's next call is denied, and its uninstall address is called. */
export const removeExtension = operation({
  id: "removeExtension",
  request: {
    route: "POST /company/{company_id}/extensions/{client_id}/remove",
    params: z.object({ client_id: z.string() }),
  },
  access: seller(requireDecider),
  returns: page({
    on: "/company/{company_id}/extensions/{client_id}",
    failure: sellerFailure("extensionNotRemoved"),
  }),
  async run({ caller: { session, company }, info, params: { client_id: clientId } }) {
    await removeGrant({ companyId: company.id, clientId, userId: session.userId }, info);
    return { back: "?removed=1" };
  },
});

/** Where a seller launches an extension; null without a base URL, and while either side is not active. */
function launchAddress(companyId: number, { client, company }: GrantRow): string | null {
  const usable =
    company?.status === "active" &&
    client.isActive &&
    !client.deletedAt &&
    !suspensionOf(client).isSuspended;
  return usable && client.baseUrl
    ? installAddress(client.baseUrl, client.clientId, companyId)
    : null;
}

/**
 * Where the platform sends the browser to install or launch an extension (platform spec, section 4.2, for a company).
 * @param baseUrl the extension's base URL
 * @param tenantId of a company, or the text that identifies an organization
 */
export function installAddress(
  baseUrl: string,
  clientId: string,
  tenantId: number | string,
): string {
  const isCompany = typeof tenantId === "number";
  const query = new URLSearchParams({
    [isCompany ? "company_id" : "organization_id"]: String(tenantId),
    client_id: clientId,
    cluster_url: env().clusterUrl,
  });
  return `${baseUrl.replace(/\/+$/, "")}/${isCompany ? "fp" : "adm"}/install?${query}`;
}

/** Whether and why the platform suspended a client, or the organization that publishes it. */
function suspensionOf(client: GrantRow["client"]) {
  const isSuspended = client.suspendedAt !== null || client.organization.status === "suspended";
  return { isSuspended, suspensionReason: client.suspensionReason };
}
