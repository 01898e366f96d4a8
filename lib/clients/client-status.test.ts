import { expect, it } from "vitest";
import { clientStatuses } from "@/lib/clients/field-values";
import { getClient } from "@/lib/clients/get-client";
import { listClients } from "@/lib/clients/list-clients";
import { db } from "@/lib/core/db/client";
import { mintClient, mintOrganization } from "@/test/factories/mint";
import { callRoute } from "@/test/requests/call-route";
import { listOf, textOf } from "@/test/requests/read-json";

const STATES = [true, false].flatMap((isSuspended) =>
  [true, false].flatMap((isActive) =>
    (["draft", "unlisted", "listed"] as const).map((listing) => ({
      isSuspended,
      isActive,
      listing,
      expected: isSuspended
        ? "suspended"
        : isActive
          ? listing === "draft"
            ? "draft"
            : "active"
          : "inactive",
    })),
  ),
);

it("a client's status is suspended before inactive before draft, alone and in a filtered list", async () => {
  const { organizationId, owner } = await mintOrganization();
  const expected = new Map<string, string>();
  for (const { isSuspended, isActive, listing, expected: status } of STATES) {
    const { clientId } = await mintClient(organizationId, { isActive, listing });
    const suspension = isSuspended ? { suspendedAt: new Date(), suspensionReason: "Spam." } : {};
    await db().client.update({ where: { clientId }, data: suspension });
    expected.set(clientId, status);
    const params = { organization_id: organizationId, client_id: clientId };
    const { body } = await callRoute(getClient, { params, as: owner });
    expect(body.status).toBe(status);
  }
  for (const status of clientStatuses) {
    const params = { organization_id: organizationId };
    const query = { status, page_size: "50" };
    const { body } = await callRoute(listClients, { params, query, as: owner });
    const listed = listOf(body.items).map((item) => textOf(item.client_id));
    const matching = [...expected].filter(([, value]) => value === status).map(([id]) => id);
    expect(listed.toSorted()).toEqual(matching.toSorted());
    expect(body.page).toMatchObject({ item_total: matching.length });
  }
});
