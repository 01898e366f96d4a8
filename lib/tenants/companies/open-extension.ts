import { z } from "zod";
import { readScopeUse } from "@/lib/consent/scope-use/read-scope-use";
import { USE_DAYS } from "@/lib/consent/scope-use/values";
import { fullName } from "@/lib/core/full-name";
import { clientIdSchema } from "@/lib/core/schemas/id-schema";
import { type SupportContacts, supportContacts } from "@/lib/core/values/support-contact-values";
import type { ScopeUse } from "@/lib/gate/rules/count-use-by-scope";
import { seller } from "@/lib/operation/access";
import { operation } from "@/lib/operation/operation";
import { value } from "@/lib/operation/returns";
import { launchAddress, suspensionOf } from "@/lib/tenants/companies/launch-address";
import { findGrantWithHistory, findLastUninstall } from "@/lib/tenants/companies/repository";
import { type PresentedExtension, presentExtension } from "@/lib/tenants/present-extension";

/** One change of an extension's permissions. */
export type GrantHistoryEntry = {
  id: string;
  change: "granted" | "changed" | "revoked";
  added: string[];
  removed: string[];
  by: string | null;
  at: Date;
};

/** The status of the call that notifies an extension of its removal. */
export type UninstallStatus = {
  state: "waiting" | "delivered" | "given_up";
  attempts: number;
  requestedAt: Date;
  nextAttemptAt: Date | null;
  /** Why the last attempt failed; null if none did. */
  lastFailure: "unreachable" | "error" | null;
};

/** An extension as a company sees it: its permissions, its activity and their history. */
export type ConnectedExtension = PresentedExtension & {
  description: string;
  contacts: SupportContacts;
  isActive: boolean;
  /** Whether the platform suspended it or its publisher. */
  isSuspended: boolean;
  /** Why; null if the platform gave no reason. */
  suspensionReason: string | null;
  /** Null after removal, and while it cannot be launched. */
  launchHref: string | null;
  scopes: string[];
  approvedBy: string | null;
  installedAt: Date;
  removedAt: Date | null;
  use: ScopeUse[];
  history: GrantHistoryEntry[];
  uninstall: UninstallStatus | null;
};

/** Reads an extension that a company has or had; null if it never granted it anything. */
export const openExtension = operation({
  id: "openExtension",
  access: seller(),
  request: { params: z.object({ client_id: clientIdSchema }) },
  returns: value<ConnectedExtension | null>(),
  async run({ caller, params: { client_id: clientId } }) {
    const companyId = caller.company.id;
    const [grant, readUse, uninstall] = await Promise.all([
      findGrantWithHistory(companyId, clientId),
      readScopeUse({ companyId, organizationId: null }, [clientId], USE_DAYS),
      findLastUninstall(companyId, clientId),
    ]);
    if (!grant) return null;
    const { client, events } = grant;
    // An extension without an address is not called. What is left may then be of an earlier removal.
    const grantedAt = events.find(({ change }) => change === "granted")?.createdAt ?? new Date(0);
    const isOfThisRemoval = grant.revokedAt !== null && (uninstall?.createdAt ?? 0) > grantedAt;
    return {
      ...presentExtension(client),
      description: client.description,
      contacts: supportContacts(client),
      isActive: client.isActive && !client.deletedAt,
      ...suspensionOf(client),
      launchHref: grant.revokedAt ? null : launchAddress(companyId, grant),
      scopes: grant.revokedAt ? [] : grant.scopes,
      approvedBy: fullName(grant.approver),
      installedAt: grant.createdAt,
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
  },
});

function presentUninstall(
  row: NonNullable<Awaited<ReturnType<typeof findLastUninstall>>>,
): UninstallStatus {
  const state = row.deliveredAt ? "delivered" : row.nextAttemptAt ? "waiting" : "given_up";
  const { attempts, createdAt: requestedAt, nextAttemptAt } = row;
  const failure = row.lastStatus === null ? "unreachable" : "error";
  const lastFailure = row.lastError === null ? null : failure;
  return { state, attempts, requestedAt, nextAttemptAt, lastFailure };
}
