import { beforeEach, describe, expect, it } from "vitest";
import { callToken } from "@/e2e/support/call-token";
import {
  type MintedClient,
  type MintedOrganization,
  mintClient,
  mintCompany,
  mintOrganization,
} from "@/e2e/support/mint";
import { storedHash } from "@/e2e/support/mint-code";
import { INSTALLED_SCOPES, mintInstallation } from "@/e2e/support/mint-installation";
import { textOf } from "@/e2e/support/read-json";
import { db } from "@/lib/db/client";

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
  it("gives a token with the client's scopes of the organization, and no refresh token", async () => {
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
    expect(await db().accessToken.findUnique({ where: { tokenHash } })).toMatchObject({
      kind: "client_credentials",
      organizationId: organization.organizationId,
      companyId: null,
      userId: null,
    });
  });

  it("narrows it to what was asked for", async () => {
    const { body } = await ask({ scope: ["organization/clients/read"] });
    expect(body.scope).toBe("organization/clients/read");
  });

  it("refuses a scope that the client is not registered for", async () => {
    const { status, body } = await ask({ scope: "organization/clients/secrets" });
    expect([status, body.error]).toEqual([400, "invalid_scope"]);
  });

  it("refuses a scope that only a company can grant", async () => {
    const { body } = await ask({ scope: "company/orders/read" });
    expect(body.error).toBe("invalid_scope");
  });

  it("refuses a client that has no scope of this kind", async () => {
    client = await mintClient(organization.organizationId);
    expect((await ask()).body.error).toBe("invalid_scope");
  });

  it("refuses a client that is not registered for the grant", async () => {
    client = await mintClient(organization.organizationId, {
      scopes,
      grantTypes: ["authorization_code"],
    });
    const { status, body } = await ask();
    expect([status, body.error]).toEqual([400, "unauthorized_client"]);
  });

  it("security 47: refuses another organization's path", async () => {
    const other = await mintOrganization();
    const { status, body } = await ask({}, other.organizationId);
    expect([status, body.error]).toEqual([400, "unauthorized_client"]);
  });
});

describe("client_credentials at a company's token endpoint", () => {
  const askAt = (installation: { client: MintedClient; companyId: number }, scope?: string) =>
    callToken("offline", installation, { json: { grant_type: "client_credentials", scope } });

  it("gives a token with what the company granted, for the client's system user", async () => {
    const installation = await mintInstallation();
    const { body } = await askAt(installation);
    expect(body.scope).toBe(INSTALLED_SCOPES.join());
    const tokenHash = storedHash(textOf(body.access_token));
    expect(await db().accessToken.findUnique({ where: { tokenHash } })).toMatchObject({
      companyId: installation.companyId,
      grantId: installation.grantId,
      userId: null,
    });
  });

  it("refuses a company that has not installed the extension, or removed it", async () => {
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

  it("refuses a scope that the company did not grant", async () => {
    const { status, body } = await askAt(await mintInstallation(), "company/legal/write");
    expect([status, body.error]).toEqual([400, "invalid_scope"]);
  });
});
