import { type Database, db } from "@/lib/core/db/client";
import type { Prisma } from "@/lib/core/db/generated/client";
import type { ListApprovalsQuery } from "@/lib/platform/approvals/schemas";

const COLUMNS = {
  clientId: true,
  scope: true,
  requestedBy: true,
  requestedAt: true,
  approved: true,
  decidedBy: true,
  decidedAt: true,
  reason: true,
  client: {
    select: { name: true, organization: { select: { id: true, name: true } } },
  },
} as const satisfies Prisma.ScopeApprovalSelect;

export type ApprovalRow = Prisma.ScopeApprovalGetPayload<{ select: typeof COLUMNS }>;

export function findApproval(clientId: string, scope: string, database: Database = db()) {
  return database.scopeApproval.findFirst({
    where: { clientId, scope, client: { deletedAt: null } },
    select: COLUMNS,
  });
}

/** Stores a decision. The extension must be locked. */
export function putDecision(
  tx: Database,
  { clientId, scope }: { clientId: string; scope: string },
  decision: { approved: boolean; reason: string | null; decidedBy: string; decidedAt: Date },
): Promise<ApprovalRow> {
  return tx.scopeApproval.upsert({
    where: { clientId_scope: { clientId, scope } },
    create: { clientId, scope, requestedBy: decision.decidedBy, ...decision },
    update: decision,
    select: COLUMNS,
  });
}

const APPROVED = { open: null, approved: true, rejected: false } as const;

/**
 * Requests after a pair of client and scope, one more than the limit if there are that many.
 * @param clientId null for those of all extensions
 */
export function listApprovalRows(
  clientId: string | null,
  after: { clientId: string; scope: string },
  { limit, status }: ListApprovalsQuery,
): Promise<ApprovalRow[]> {
  return db().scopeApproval.findMany({
    where: {
      ...(clientId !== null && { clientId }),
      ...(status && { approved: APPROVED[status] }),
      client: { deletedAt: null },
      OR: [
        { clientId: { gt: after.clientId } },
        { clientId: after.clientId, scope: { gt: after.scope } },
      ],
    },
    select: COLUMNS,
    orderBy: [{ clientId: "asc" }, { scope: "asc" }],
    take: limit + 1,
  });
}
