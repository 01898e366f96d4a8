import { expect, it } from "vitest";
import { db } from "@/lib/core/db/client";
import type { Caller } from "@/lib/operation/access/caller";
import { perform } from "@/lib/operation/perform";
import { listEvents } from "@/lib/requests/events/list-events";
import { getActivity } from "@/lib/requests/get-activity";
import { listIssues } from "@/lib/requests/issues/list-issues";
import { mintExtension } from "@/test/factories/mint-installation";
import { pressConsent, requestConsent } from "@/test/requests/call-consent";

it("logs a seller's Don't allow as declined and does not count it as an error", async () => {
  const extension = await mintExtension();
  const { organizationId, client } = extension;
  const denied = await pressConsent(await requestConsent(extension), extension.seller, {
    decision: "deny",
  });
  expect(denied.status).toBe(303);
  const { userId } = await db().organizationMember.findFirstOrThrow({ where: { organizationId } });
  const caller: Caller = { kind: "user", organizationId, userId, role: "owner" };
  const params = { organization_id: organizationId, client_id: client.clientId };

  const list = async (outcome: "refused" | "declined") => {
    const query = { outcome, page_no: 1, page_size: 10 };
    return (await perform(listEvents, { params, query, caller })).body.items;
  };
  expect(await list("refused")).toEqual([]);
  expect(await list("declined")).toMatchObject([{ outcome: "declined", reason: "access_denied" }]);

  const { body } = await perform(getActivity, { params, query: { window: "24h" }, caller });
  expect(body.totals.refused).toEqual({});
  const query = { state: "open", limit: 5 } as const;
  expect((await perform(listIssues, { query, caller })).body.items).toEqual([]);
});
