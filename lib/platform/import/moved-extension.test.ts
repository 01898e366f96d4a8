import { createHash, randomBytes } from "node:crypto";
import { expect, it } from "vitest";
import { mintCompany, mintOrganization } from "@/test/factories/mint";
import { REDIRECT_URI } from "@/test/factories/mint-installation";
import { mintServiceToken } from "@/test/factories/mint-platform";
import { callAuthorize, redirectParameters } from "@/test/requests/call-authorize";
import { callToken } from "@/test/requests/call-token";
import { importLines } from "@/test/requests/import-lines";

const SCOPES = ["company/orders/read", "company/products/read"];

it.each(["secret", "secret_sha256"] as const)(
  "an extension imported by its %s keeps refreshing, and its sellers need not consent again",
  async (form) => {
    const { organizationId } = await mintOrganization();
    const { companyId, seller } = await mintCompany();
    const clientId = `legacy_${randomBytes(8).toString("hex")}`;
    const clientSecret = `old secret ${randomBytes(8).toString("hex")}`;
    const refreshToken = `old.refresh.${randomBytes(8).toString("hex")}`;
    const hash = createHash("sha256").update(clientSecret).digest("hex");
    const grant = { client_id: clientId, company_id: companyId, scopes: SCOPES };
    const results = await importLines(
      await mintServiceToken(["platform/clients/write", "platform/directory/write"]),
      [
        {
          type: "client",
          client_id: clientId,
          organization_id: organizationId,
          name: "Shipfast",
          [form]: form === "secret" ? clientSecret : hash,
          scopes: SCOPES,
          redirect_urls: [REDIRECT_URI],
          base_url: "https://shipfast.example.com",
        },
        { type: "grant", ...grant },
        {
          type: "refresh_token",
          ...grant,
          token: refreshToken,
          expires_at: "2099-01-01T00:00:00Z",
        },
      ],
    );
    expect(results.map(({ status }) => status)).toEqual(["created", "created", "created"]);

    const client = { clientId, clientSecret, secretId: "", systemUserId: "" };
    const refresh = { grant_type: "refresh_token", refresh_token: refreshToken };
    for (const code of [{}, { code: "the code it once came from" }]) {
      const answer = await callToken(
        "offline",
        { client, companyId },
        { json: { ...refresh, ...code } },
      );
      expect(answer.body).toMatchObject({ refresh_token: refreshToken });
    }
    const launched = await callAuthorize({ client, companyId, seller });
    expect(redirectParameters(launched)).toMatchObject({ code: expect.stringMatching(/^lkc_/) });
  },
);
