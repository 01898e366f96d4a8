import { z } from "zod";
import { readScopeUse, toScopeUseHints } from "@/lib/consent/scope-use/read-scope-use";
import { type ScopeUseHint, USE_DAYS } from "@/lib/consent/scope-use/values";
import { fullName } from "@/lib/core/full-name";
import { seller } from "@/lib/operation/access";
import { operation } from "@/lib/operation/operation";
import { value } from "@/lib/operation/returns";
import {
  installAddress,
  launchAddress,
  suspensionOf,
} from "@/lib/tenants/companies/launch-address";
import {
  findAvailableExtensions,
  findLastCalls,
  findLiveGrants,
} from "@/lib/tenants/companies/repository";
import { type PresentedExtension, presentExtension } from "@/lib/tenants/present-extension";

const DAY_MS = 86_400_000;

/** Number of available extensions per page. */
export const AVAILABLE_PAGE_SIZE = 24;

/** An extension that the company may install. */
export type AvailableExtension = PresentedExtension & {
  description: string;
  scopeCount: number;
  /** `/fp/install` of the extension, for this company. */
  installHref: string;
};

/** An extension with scopes granted by the company. */
export type InstalledExtension = PresentedExtension & {
  isActive: boolean;
  /** Whether the platform suspended it or its publisher. */
  isSuspended: boolean;
  /** Why; null if the platform gave no reason. */
  suspensionReason: string | null;
  scopes: string[];
  installedAt: Date;
  approvedBy: string | null;
  /** Null without a call on record. */
  lastUsedAt: Date | null;
  /**
   * How it used each permission over the last 30 days. Empty if the log cannot show which ones it needs, because it has
   * made no call yet or its permissions have changed within these days.
   */
  use: ScopeUseHint[];
  /** Null while it cannot be launched. */
  launchHref: string | null;
};

/**
 * A page of the active extensions that the company may install and has not installed, by name; `search` matches within
 * names. The total counts all pages.
 */
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
    const grants = await findLiveGrants(companyId);
    const clientIds = grants.map(({ client }) => client.clientId);
    const [lastCalls, readUse] = await Promise.all([
      findLastCalls(companyId, clientIds),
      readScopeUse({ companyId, organizationId: null }, clientIds, USE_DAYS),
    ]);
    return grants.map((grant) => {
      const { client, approver } = grant;
      const lastUsedAt = lastCalls.get(client.clientId) ?? null;
      const hasEvidence = lastUsedAt !== null && isOld(grant.modifiedAt);
      return {
        ...presentExtension(client),
        isActive: client.isActive,
        ...suspensionOf(client),
        scopes: grant.scopes,
        installedAt: grant.createdAt,
        approvedBy: fullName(approver),
        lastUsedAt,
        use: hasEvidence ? toScopeUseHints(grant.scopes, readUse(client.clientId)) : [],
        launchHref: launchAddress(companyId, grant),
      };
    });
  },
});

/** Whether a timestamp is before the days over which use is counted. */
function isOld(at: Date): boolean {
  return at.getTime() < Date.now() - USE_DAYS * DAY_MS;
}
