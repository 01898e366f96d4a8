import { cursorPage, readCursor } from "@/lib/core/http/cursor-page";
import type { CursorPage } from "@/lib/core/schemas/cursor-schemas";
import { listApprovalRows } from "@/lib/platform/approvals/repository";
import type { ListApprovalsQuery, ScopeApprovalResponse } from "@/lib/platform/approvals/schemas";
import { serializeApproval } from "@/lib/platform/approvals/serialize";

/**
 * A page of requests for restricted scopes, by client and scope.
 * @param clientId null for those of all extensions
 * @throws ServiceError invalid_request for a forged cursor
 */
export async function listApprovalsPage(
  clientId: string | null,
  query: ListApprovalsQuery,
): Promise<{ items: ScopeApprovalResponse[]; page: CursorPage }> {
  const list = `scope-approvals:${clientId ?? ""}`;
  // Neither part contains a space.
  const [after = "", scope = ""] = readCursor(list, query.cursor, "").split(" ");
  const found = await listApprovalRows(clientId, { clientId: after, scope }, query);
  const { rows, page } = cursorPage(
    list,
    query.limit,
    found,
    (row) => `${row.clientId} ${row.scope}`,
  );
  return { items: rows.map(serializeApproval), page };
}
