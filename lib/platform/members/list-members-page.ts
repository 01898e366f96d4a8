import { cursorPage, readCursor } from "@/lib/core/http/cursor-page";
import type { CursorPage } from "@/lib/core/schemas/cursor-schemas";
import { listMemberRows, type MemberRow, type MembersOf } from "@/lib/platform/members/repository";

/**
 * A page of the members of a company or organization, by our ids of them.
 * @throws ServiceError invalid_request for a forged cursor
 */
export async function listMembersPage(
  of: MembersOf,
  { limit, cursor }: { limit: number; cursor?: string | undefined },
): Promise<{ rows: MemberRow[]; page: CursorPage }> {
  const list = `${of.kind}-members:${of.id}`;
  const found = await listMemberRows(of, readCursor(list, cursor, ""), limit);
  return cursorPage(list, limit, found, ({ userId }) => userId);
}
