import { beforeEach, describe, expect, it } from "vitest";
import { answerOperation } from "@/lib/api/answer-operation";
import { findBrokenEntry } from "@/lib/consent/receipts/receipt";
import { db } from "@/lib/core/db/client";
import { env } from "@/lib/core/env";
import { perform } from "@/lib/operation/perform";
import { authorize } from "@/lib/protocol/authorize/authorize";
import { OAUTH_PATH } from "@/lib/protocol/metadata/issuer";
import { downloadInstalledReceipt } from "@/lib/tenants/download-receipt";
import { listInstalled } from "@/lib/tenants/organizations/installed/list-installed";
import { removeInstalled } from "@/lib/tenants/organizations/installed/remove-installed";
import {
  browserHeaders,
  type MintedClient,
  type MintedOrganization,
  type MintedUser,
  mintClient,
  mintMember,
  mintOrganization,
} from "@/test/factories/mint";
import { INSTALLED_SCOPES, REDIRECT_URI } from "@/test/factories/mint-installation";
import { addressAfterAllow, pressConsent } from "@/test/requests/call-consent";
import { callToken } from "@/test/requests/call-token";

let organization: MintedOrganization;
let client: MintedClient;

beforeEach(async () => {
  organization = await mintOrganization();
  const publisher = await mintOrganization();
  client = await mintClient(publisher.organizationId, {
    baseUrl: "https://shipfast.example.com",
    redirectUrls: [REDIRECT_URI],
    scopes: INSTALLED_SCOPES,
  });
});

const subject = ({ organizationId } = organization) => `organization/${organizationId}`;

/** Lets the owner allow the extension for the organization, and returns the code. */
async function install(scope = INSTALLED_SCOPES.join(","), into = organization): Promise<string> {
  const query = new URLSearchParams({
    client_id: client.clientId,
    redirect_uri: REDIRECT_URI,
    response_type: "code",
    scope,
  });
  const url = `${env().baseUrl}${OAUTH_PATH}/${subject(into)}/oauth/authorize?${query}`;
  const authorizeResponse = await authorize(
    new Request(url, { headers: { cookie: into.owner.cookie } }),
  );
  const id = authorizeResponse.headers.get("location")?.split("/").at(-1) ?? "";
  const address = await addressAfterAllow(await pressConsent(id, into.owner));
  return address.searchParams.get("code") ?? "";
}

const path = (last: string, { organizationId } = organization) =>
  `${env().baseUrl}/organization/${organizationId}/installed/${client.clientId}/${last}`;

const receipt = (as: MintedUser | null, of = organization) =>
  downloadInstalledReceipt(
    new Request(path("receipt", of), { headers: as ? { cookie: as.cookie } : {} }),
  );

const remove = (as: MintedUser | null, headers: Record<string, string> = {}) =>
  answerOperation(removeInstalled)(
    new Request(path("remove"), {
      method: "POST",
      headers: { ...(as && browserHeaders(as)), ...headers },
    }),
  );

const listed = ({ organizationId, owner } = organization) =>
  perform(listInstalled, {
    caller: { kind: "user", organizationId, userId: owner.userId, role: "owner" },
  });

const grant = () =>
  db().grant.findFirstOrThrow({
    where: { clientId: client.clientId, organizationId: organization.organizationId },
    include: { events: { orderBy: { id: "asc" } } },
  });

describe("the installed extensions of an organization", () => {
  it("show the extension, its publisher, what it may do, who allowed it, and when", async () => {
    await install();
    expect(await listed()).toEqual([
      {
        clientId: client.clientId,
        name: "Shipfast",
        logoUri: null,
        publisherName: "Shipfast Labs",
        publisherVerified: false,
        isActive: true,
        scopes: INSTALLED_SCOPES,
        installedAt: expect.any(Date),
        approvedBy: "Asha Rao",
      },
    ]);
  });

  it("security 47: exclude those of another organization and of its own company", async () => {
    const otherOrganization = await mintOrganization();
    await install(INSTALLED_SCOPES[0], otherOrganization);
    await db().grant.create({
      data: {
        id: client.systemUserId,
        clientId: client.clientId,
        companyId: organization.companyId,
        scopes: INSTALLED_SCOPES,
      },
    });
    expect(await listed()).toEqual([]);
    expect(await listed(otherOrganization)).toHaveLength(1);
  });

  it("exclude those that their publisher deleted", async () => {
    await install();
    const { clientId } = client;
    await db().client.update({ where: { clientId }, data: { deletedAt: new Date() } });
    expect(await listed()).toEqual([]);
  });
});

describe("the consent receipt", () => {
  it("contains the whole history, names people by id only, and has a verifiable chain", async () => {
    await install(INSTALLED_SCOPES[0]);
    await install();
    await remove(organization.owner);
    const response = await receipt(organization.owner);
    expect(response.status).toBe(200);
    expect(response.headers.get("content-disposition")).toBe(
      `attachment; filename="consent-${organization.organizationId}-${client.clientId}.json"`,
    );
    expect(response.headers.get("cache-control")).toBe("no-store");
    const { receipt: body } = await response.json();
    expect(body).toMatchObject({
      organization: { id: organization.organizationId, name: "Shipfast Labs" },
      extension: { client_id: client.clientId, name: "Shipfast" },
      entries: expect.arrayContaining([
        expect.objectContaining({ user_id: organization.owner.userId }),
      ]),
      verified: true,
    });
    expect(body).not.toHaveProperty("company");
    expect(body).not.toHaveProperty("people");
    const changes = body.entries.map(({ change }: { change: string }) => change);
    expect(changes).toEqual(["granted", "changed", "revoked"]);
    expect(findBrokenEntry(body.entries)).toBeNull();
  });

  it("is available to members of every role", async () => {
    await install();
    const auditor = await mintMember(organization.organizationId, "auditor");
    expect((await receipt(auditor)).status).toBe(200);
  });

  it("security 47: is not available to anyone else, whatever the path says", async () => {
    await install();
    const otherOrganization = await mintOrganization();
    expect((await receipt(otherOrganization.owner)).status).toBe(404);
    expect((await receipt(otherOrganization.owner, otherOrganization)).status).toBe(404);
    expect((await receipt(null)).status).toBe(401);
  });

  it("returns 404 for an extension that was never installed", async () => {
    expect((await receipt(organization.owner)).status).toBe(404);
  });
});

describe("removing an installed extension", () => {
  it("ends codes and tokens at once and returns to the list", async () => {
    const code = await install();
    const offline = await callToken(
      "offline",
      { client, companyId: 0 },
      { json: { grant_type: "authorization_code", code }, subject: subject() },
    );
    const response = await remove(organization.owner);
    expect(response.status).toBe(303);
    const back = `/${subject()}/settings?removed=${client.clientId}`;
    expect(response.headers.get("location")).toBe(back);
    expect(await listed()).toEqual([]);
    const refreshed = await callToken(
      "online",
      { client, companyId: 0 },
      {
        json: { grant_type: "refresh_token", refresh_token: offline.body.refresh_token },
        subject: subject(),
      },
    );
    expect(refreshed.body.error).toBe("invalid_grant");
  });

  it("is recorded in the grant's history and in the audit log", async () => {
    await install();
    await remove(organization.owner, { "x-request-id": "removal-of-installed" });
    expect((await grant()).events.at(-1)).toMatchObject({
      change: "revoked",
      userId: organization.owner.userId,
    });
    const { organizationId, owner } = organization;
    expect(await db().auditRow.findMany({ where: { organizationId } })).toMatchObject([
      {
        action: "extension.removed",
        actor: `user:${owner.userId}`,
        target: `client:${client.clientId}`,
        before: { scopes: INSTALLED_SCOPES },
        requestId: "removal-of-installed",
      },
    ]);
  });

  it("notifies the extension once", async () => {
    await install();
    await remove(organization.owner);
    await remove(organization.owner);
    const { organizationId } = organization;
    const { clientId } = client;
    expect(await db().delivery.findMany({ where: { clientId } })).toMatchObject([
      { kind: "uninstall", organizationId, companyId: null },
    ]);
  });

  it("keeps what a company allowed the same extension", async () => {
    await install();
    const { clientId, systemUserId: id } = client;
    const { companyId } = organization;
    await db().grant.create({ data: { id, clientId, companyId, scopes: INSTALLED_SCOPES } });
    await remove(organization.owner);
    expect((await db().grant.findUniqueOrThrow({ where: { id } })).revokedAt).toBeNull();
  });

  it("happens once: a second press finds nothing, and 10 concurrent ones remove it once", async () => {
    await install();
    const presses = Array.from({ length: 10 }, () => remove(organization.owner));
    const statuses = (await Promise.all(presses)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 303)).toHaveLength(1);
    expect(statuses.filter((status) => status === 404)).toHaveLength(9);
    expect((await grant()).epoch).toBe(2);
  });

  it.each(["admin", "developer", "auditor"] as const)(
    "is denied to the role %s, and the attempt is recorded",
    async (role) => {
      await install();
      const member = await mintMember(organization.organizationId, role);
      expect((await remove(member)).status).toBe(403);
      expect((await grant()).revokedAt).toBeNull();
      const { organizationId } = organization;
      expect(await db().auditRow.findMany({ where: { organizationId } })).toMatchObject([
        { action: "access.refused", actor: `user:${member.userId}` },
      ]);
    },
  );

  it("security 47: shows another organization's owner an error page", async () => {
    await install();
    const otherOrganization = await mintOrganization();
    const response = await remove(otherOrganization.owner);
    expect(response.status).toBe(404);
    expect(response.headers.get("content-type")).toContain("text/html");
    expect((await grant()).revokedAt).toBeNull();
  });

  it("is rejected from another origin", async () => {
    await install();
    expect((await remove(organization.owner, { origin: "https://evil.test" })).status).toBe(403);
    expect((await grant()).revokedAt).toBeNull();
  });

  it("leads to sign-in when no one is signed in", async () => {
    await install();
    const response = await remove(null);
    expect(response.status).toBe(303);
    const { pathname, searchParams } = new URL(
      response.headers.get("location") ?? "",
      env().baseUrl,
    );
    expect(pathname).toBe("/sign-in");
    expect(searchParams.get("return_to")).toBe(`/${subject()}/settings`);
    expect((await grant()).revokedAt).toBeNull();
  });
});
