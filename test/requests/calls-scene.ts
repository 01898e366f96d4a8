import { beforeEach, expect } from "vitest";
import { flushCalls } from "@/lib/gate/calls/flush-calls";
import type { Operation } from "@/lib/operation/operation";
import {
  listCompanyRequests,
  listPlatformRequests,
  listRequests,
} from "@/lib/requests/log/list-requests";
import { type Request, requestListSchema } from "@/lib/requests/log/schemas";
import { type MintedUser, mintMember } from "@/test/factories/mint";
import { type Installation, mintInstallation } from "@/test/factories/mint-installation";
import { mintOperator } from "@/test/factories/mint-platform";
import { callRoute } from "@/test/requests/call-route";

export const MINUTE_MS = 60_000;
export const DAY_MS = 86_400_000;

export const ago = (milliseconds: number) => new Date(Date.now() - milliseconds);

/** The parameters of every path about the requests of an installation. */
export const paramsOf = ({ organizationId, companyId }: Installation) => ({
  organization_id: organizationId,
  company_id: String(companyId),
});

/** A page of the request log. */
type ListedRequests = { ids: string[]; items: Request[]; nextId: string; hasNext: boolean };

/** An installation of its own for each test of the file, and a developer of its organization. */
export function callsScene() {
  let installation: Installation;
  let developer: MintedUser;
  beforeEach(async () => {
    installation = await mintInstallation();
    developer = await mintMember(installation.organizationId, "developer");
  });
  /** Who reads an owner's log. */
  const readerOf = (operation: Operation) => {
    if (operation.id === listPlatformRequests.id) return mintOperator("support");
    return operation.id === listCompanyRequests.id ? installation.seller : developer;
  };
  return {
    installation: () => installation,
    developer: () => developer,
    readerOf,
    /** Lists requests as a reader of the log, by default the developer. */
    list: async (
      query: Record<string, string> = {},
      operation: Operation = listRequests,
    ): Promise<ListedRequests> => {
      await flushCalls();
      const as = await readerOf(operation);
      const params = paramsOf(installation);
      const answer = await callRoute(operation, { params, query, as });
      expect(answer.body.error).toBeUndefined();
      const { items, page } = requestListSchema.parse(answer.body);
      const ids = items.map(({ request_id }) => request_id);
      return { items, ids, nextId: page.next_id, hasNext: page.has_next };
    },
  };
}
