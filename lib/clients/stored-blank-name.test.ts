import { beforeEach, describe, expect, it } from "vitest";
import { createClient } from "@/lib/clients/create-client";
import { getClient } from "@/lib/clients/get-client";
import { updateClient } from "@/lib/clients/update-client";
import { db } from "@/lib/core/db/client";
import {
  type MintedClient,
  type MintedOrganization,
  mintClient,
  mintOrganization,
} from "@/test/factories/mint";
import { mintServiceToken } from "@/test/factories/mint-platform";
import { callRoute } from "@/test/requests/call-route";
import { importLines } from "@/test/requests/import-lines";
import { fieldAt } from "@/test/requests/read-json";

const BLANK = "\u2800";

let organization: MintedOrganization;
let client: MintedClient;

beforeEach(async () => {
  organization = await mintOrganization();
  client = await mintClient(organization.organizationId, { name: BLANK });
});

const params = () => ({
  organization_id: organization.organizationId,
  client_id: client.clientId,
});
const send = (operation: typeof updateClient | typeof getClient, body?: object) =>
  callRoute(operation, { params: params(), as: organization.owner, body });
const stored = () => db().client.findUniqueOrThrow({ where: { clientId: client.clientId } });

describe("security 131: a stored name that shows nothing", () => {
  it("is readable, and its client's other fields can change", async () => {
    const read = await send(getClient);
    expect([read.status, fieldAt(read.body, "meta.name")]).toEqual([200, BLANK]);
    const changed = await send(updateClient, { meta: { description: "Prints labels." } });
    expect(changed.status).toBe(200);
    const token = await mintServiceToken(["platform/clients/write", "platform/directory/write"]);
    const record = { type: "client", ...params(), tags: ["shipping"] };
    expect(await importLines(token, [record])).toMatchObject([{ status: "updated" }]);
    expect(await stored()).toMatchObject({
      name: BLANK,
      description: "Prints labels.",
      tags: ["shipping"],
    });
  });

  it("is not accepted again, and nothing changes", async () => {
    const meta = { name: BLANK, description: "Prints labels." };
    const changed = await send(updateClient, { meta });
    expect([changed.status, changed.body.error]).toEqual([400, "invalid_request"]);
    expect(JSON.stringify(changed.body)).toContain("must contain a visible character");
    const created = await callRoute(createClient, {
      params: { organization_id: organization.organizationId },
      as: organization.owner,
      body: { meta },
    });
    expect(created.status).toBe(400);
    expect(await stored()).toMatchObject({ description: "" });
    const { organizationId } = organization;
    expect(await db().client.count({ where: { organizationId } })).toBe(1);
  });
});
