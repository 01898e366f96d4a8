import { beforeEach, expect } from "vitest";
import { flushCalls } from "@/lib/gate/calls/flush-calls";
import type { Operation } from "@/lib/operation/operation";
import { listClientCalls, listCompanyCalls } from "@/lib/requests/calls/list-calls";
import { type Call, callListSchema } from "@/lib/requests/calls/schemas";
import { type MintedUser, mintMember } from "@/test/factories/mint";
import { type Installation, mintInstallation } from "@/test/factories/mint-installation";
import { callRoute } from "@/test/requests/call-route";

export const MINUTE_MS = 60_000;
export const DAY_MS = 86_400_000;

export const ago = (milliseconds: number) => new Date(Date.now() - milliseconds);

/** The parameters of every path about the calls of an installation. */
export const paramsOf = ({ organizationId, client, companyId }: Installation) => ({
  organization_id: organizationId,
  client_id: client.clientId,
  company_id: String(companyId),
});

/** A page of the API log. */
type ListedCalls = { ids: string[]; items: Call[]; nextId: string; hasNext: boolean };

/** An installation of its own for each test of the file, and a developer of its organization. */
export function callsScene() {
  let installation: Installation;
  let developer: MintedUser;
  beforeEach(async () => {
    installation = await mintInstallation();
    developer = await mintMember(installation.organizationId, "developer");
  });
  return {
    installation: () => installation,
    developer: () => developer,
    /** Lists calls as the developer, by default those of the client, or the company's as its seller. */
    list: async (
      query: Record<string, string> = {},
      operation: Operation = listClientCalls,
    ): Promise<ListedCalls> => {
      await flushCalls();
      const params = paramsOf(installation);
      const as = operation === listCompanyCalls ? installation.seller : developer;
      const answer = await callRoute(operation, { params, query, as });
      expect(answer.body.error).toBeUndefined();
      const { items, page } = callListSchema.parse(answer.body);
      const ids = items.map(({ request_id }) => request_id);
      return { items, ids, nextId: page.next_id, hasNext: page.has_next };
    },
  };
}
