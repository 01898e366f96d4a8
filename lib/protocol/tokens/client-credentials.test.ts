import { beforeEach, describe, expect, it } from "vitest";
import { db } from "@/lib/core/db/client";
import {
  type MintedClient,
  type MintedOrganization,
  mintClient,
  mintCompany,
  mintOrganization,
} from "@/test/factories/mint";
import { storedHash } from "@/test/factories/mint-code";
import { INSTALLED_SCOPES, mintInstallation } from "@/test/factories/mint-installation";
import { callToken } from "@/test/requests/call-token";
import { textOf } from "@/test/requests/read-json";

const scopes = ["organization/clients/read", "organization/clients/write", "company/orders/read"];

let organization: MintedOrganization;
let client: MintedClient;

beforeEach(async () => {
  organization = await mintOrganization();
  client = await mintClient(organization.organizationId, { scopes });
});

const ask = (json: Record<string, unknown> = {}, organizationId = organization.organizationId) =>
  callToken(
    "online",
    { client, companyId: 0 },
    {
      json: { grant_type: "client_credentials", ...json },
      subject: `organization/${organizationId}`,
    },
  );

describe("sdk: client_credentials at the organization's token endpoint", () => {
  it("issues a token with the client's organization scopes and no refresh token", async () => {
    const { status, body } = await ask();
    expect(status).toBe(200);
    expect(body).toEqual({
      access_token: expect.any(String),
      token_type: "Bearer",
      expires_in: "3600",
      expires_at: expect.any(String),
      scope: "organization/clients/read,organization/clients/write",
    });
    const tokenHash = storedHash(textOf(body.access_token));
    expect(await db().accessToken.findFirst({ where: { tokenHash } })).toMatchObject({
      kind: "client_credentials",
      organizationId: organization.organizationId,
      companyId: null,
      userId: null,
    });
  });

  it("narrows the token to the requested scopes", async () => {
    const { body } = await ask({ scope: ["organization/clients/read"] });
    expect(body.scope).toBe("organization/clients/read");
  });

  it("rejects a scope that the client is not registered for", async () => {
    const { status, body } = await ask({ scope: "organization/clients/secrets" });
    expect([status, body.error]).toEqual([400, "invalid_scope"]);
    expect(body.message).toContain("The client cannot have: organization/clients/secrets.");
  });

  it("rejects scopes that are separated by a bar", async () => {
    const { body } = await ask({ scope: "organization/clients/read|organization/clients/write" });
    expect(body.message).toContain("separated by a comma or a space, not by |");
  });

  it("rejects a scope that only a company can grant", async () => {
    const { body } = await ask({ scope: "company/orders/read" });
    expect(body.error).toBe("invalid_scope");
    expect(body.message).toBe(
      "An organization's own token cannot have: company/orders/read. Get a token for a company.",
    );
  });

  it("rejects a client without an organization scope", async () => {
    client = await mintClient(organization.organizationId);
    expect((await ask()).body.error).toBe("invalid_scope");
  });

  it("rejects a client that is not registered for the grant", async () => {
    client = await mintClient(organization.organizationId, {
      scopes,
      grantTypes: ["authorization_code"],
    });
    const { status, body } = await ask();
    expect([status, body.error]).toEqual([400, "unauthorized_client"]);
  });

  it("security 47: rejects another organization's path", async () => {
    const otherOrganization = await mintOrganization();
    const { status, body } = await ask({}, otherOrganization.organizationId);
    expect([status, body.error]).toEqual([400, "unauthorized_client"]);
  });
});

describe("client_credentials at a company's token endpoint", () => {
  const askAt = (installation: { client: MintedClient; companyId: number }, scope?: string) =>
    callToken("offline", installation, { json: { grant_type: "client_credentials", scope } });

  it("issues a token with the company's granted scopes for the client's system user", async () => {
    const installation = await mintInstallation();
    const { body } = await askAt(installation);
    expect(body.scope).toBe(INSTALLED_SCOPES.join());
    const tokenHash = storedHash(textOf(body.access_token));
    expect(await db().accessToken.findFirst({ where: { tokenHash } })).toMatchObject({
      companyId: installation.companyId,
      grantId: installation.grantId,
      userId: null,
    });
  });

  it("rejects a company that has not installed or has removed the extension", async () => {
    const installation = await mintInstallation();
    const { companyId } = await mintCompany();
    const never = await askAt({ ...installation, companyId });
    expect([never.status, never.body.error]).toEqual([400, "unauthorized_client"]);
    await db().grant.update({
      where: { id: installation.grantId },
      data: { revokedAt: new Date() },
    });
    expect((await askAt(installation)).body.error).toBe("unauthorized_client");
  });

  it("rejects a scope that the company did not grant", async () => {
    const { status, body } = await askAt(await mintInstallation(), "company/legal/write");
    expect([status, body.error]).toEqual([400, "invalid_scope"]);
    expect(body.message).toContain("The client cannot have: company/legal/write.");
  });

  it("narrows the token to the requested scopes", async () => {
    const [orders = ""] = INSTALLED_SCOPES;
    const { status, body } = await askAt(await mintInstallation(), orders);
    expect([status, body.scope]).toEqual([200, orders]);
  });

  it("rejects a client that is not registered for the grant", async () => {
    const installation = await mintInstallation({ grantTypes: ["authorization_code"] });
    const { status, body } = await askAt(installation);
    expect([status, body.error]).toEqual([400, "unauthorized_client"]);
  });
});
