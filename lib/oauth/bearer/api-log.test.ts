import { beforeEach, describe, expect, it } from "vitest";
import { db } from "@/lib/kernel/db/client";
import { mintCompanyMember } from "@/test/factories/mint";
import { type Installation, mintInstallation } from "@/test/factories/mint-installation";
import { mintAccessToken } from "@/test/factories/mint-tokens";
import { callProducts } from "@/test/requests/call-products";
import { callToken } from "@/test/requests/call-token";
import { textOf } from "@/test/requests/read-json";

let installation: Installation;

beforeEach(async () => {
  installation = await mintInstallation();
});

const callsOf = ({ client }: Installation) =>
  db().apiCall.findMany({ where: { clientId: client.clientId } });

describe("spec 5: the caller recorded in the API log", () => {
  it("is the extension's system user for an offline token", async () => {
    const requestId = `call-${installation.companyId}`;
    const token = await mintAccessToken(installation, "offline");
    await callProducts(token, { "x-request-id": requestId });
    expect(await callsOf(installation)).toMatchObject([
      {
        callerKind: "system_user",
        systemUserId: installation.client.systemUserId,
        userId: null,
        companyId: installation.companyId,
        scope: "company/products/read",
        method: "GET",
        path: "/service/application/catalog/v1.0/products/",
        requestId,
      },
    ]);
  });

  it("is the authorizing seller for an online token", async () => {
    const staff = await mintCompanyMember(installation.companyId, "staff");
    const token = await mintAccessToken(installation, "online", { userId: staff.userId });
    await callProducts(token);
    expect(await callsOf(installation)).toMatchObject([
      { callerKind: "seller", systemUserId: null, userId: staff.userId },
    ]);
  });

  it("is the client's system user for its own token", async () => {
    const { body } = await callToken("online", installation, {
      json: { grant_type: "client_credentials" },
    });
    await callProducts(textOf(body.access_token));
    expect(await callsOf(installation)).toMatchObject([
      { callerKind: "system_user", systemUserId: installation.client.systemUserId },
    ]);
  });

  it("is recorded without the query of the URL", async () => {
    const token = await mintAccessToken(installation, "offline");
    await callProducts(token, { query: "?page_no=1&page_size=5" });
    const [call] = await callsOf(installation);
    expect(call?.path).toBe("/service/application/catalog/v1.0/products/");
  });

  it("is recorded once per call", async () => {
    const token = await mintAccessToken(installation, "offline");
    await Promise.all([callProducts(token), callProducts(token), callProducts(token)]);
    expect(await callsOf(installation)).toHaveLength(3);
  });
});
