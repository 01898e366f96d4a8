import { beforeEach, describe, expect, it } from "vitest";
import { findBrokenEntry } from "@/lib/consent/receipts/receipt";
import { db } from "@/lib/core/db/client";
import { env } from "@/lib/core/env/env";
import { perform } from "@/lib/operation/perform";
import { authorize } from "@/lib/protocol/authorize/authorize";
import { OAUTH_PATH } from "@/lib/protocol/metadata/issuer";
import { downloadInstalledReceipt } from "@/lib/tenants/download-receipt";
import { listInstalled, removeInstalled } from "@/lib/tenants/organizations/installed";
import {
  type MintedClient,
  type MintedOrganization,
  type MintedUser,
  mintDeletion,
  mintGrant,
  mintMember,
  mintOrganization,
} from "@/test/factories/mint";
import { INSTALLED_SCOPES, mintExtension, REDIRECT_URI } from "@/test/factories/mint-installation";
import { addressAfterAllow, pressConsent } from "@/test/requests/call-consent";
import { callToken } from "@/test/requests/call-token";
import { locationOf, sendForm } from "@/test/requests/send-form";

let organization: MintedOrganization;
let client: MintedClient;

beforeEach(async () => {
  organization = await mintOrganization();
  ({ client } = await mintExtension({ baseUrl: "https://shipfast.example.com" }));
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

const receipt = (as: MintedUser | null, { organizationId } = organization) => {
  const path = `/organization/${organizationId}/installed/${client.clientId}/receipt`;
  const headers = new Headers(as ? { cookie: as.cookie } : {});
  return downloadInstalledReceipt(new Request(env().baseUrl + path, { headers }));
};

const remove = (as = organization.owner, headers: Record<string, string> = {}) => {
  const { organizationId: organization_id } = organization;
  const params = { organization_id, client_id: client.clientId };
  return sendForm(removeInstalled, { as, params, headers });
};

/** Exchanges a code or a refresh token. */
const request = (kind: "offline" | "online", json: object) =>
  callToken(kind, { client, companyId: 0 }, { json, subject: subject() });

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
    expect(await listed()).toMatchObject([
      {
        clientId: client.clientId,
        name: "Shipfast",
        logoUri: null,
        isActive: true,
        publisherName: "Shipfast Labs",
        publisherVerified: false,
        scopes: INSTALLED_SCOPES,
        installedAt: expect.any(Date),
        approvedBy: "Asha Rao",
      },
    ]);
  });

  it("security 47: exclude those of another organization and of its own company, and deleted ones", async () => {
    const otherOrganization = await mintOrganization();
    await install(INSTALLED_SCOPES[0], otherOrganization);
    await mintGrant(client.clientId, organization.companyId, INSTALLED_SCOPES);
    expect(await listed()).toEqual([]);
    expect(await listed(otherOrganization)).toHaveLength(1);
    await mintDeletion(client.clientId);
    expect(await listed(otherOrganization)).toEqual([]);
  });
});

describe("the consent receipt", () => {
  it("contains the whole history, names people by id only, and has a verifiable chain", async () => {
    await install(INSTALLED_SCOPES[0]);
    await install();
    await remove();
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
      verified: true,
    });
    for (const entry of [body.entries[0], body.entries.at(-1)]) {
      expect(entry).toMatchObject({ user_id: organization.owner.userId });
    }
    expect(body).not.toHaveProperty("company");
    expect(body).not.toHaveProperty("people");
    const changes = body.entries.map(({ change }: { change: string }) => change);
    expect(changes).toEqual(["granted", "changed", "revoked"]);
    expect(findBrokenEntry(body.entries)).toBeNull();
  });

  it("security 47: is available to members of every role once it exists, and to no one else", async () => {
    expect((await receipt(organization.owner)).status).toBe(404);
    await install();
    const auditor = await mintMember(organization.organizationId, "auditor");
    expect((await receipt(auditor)).status).toBe(200);
    const otherOrganization = await mintOrganization();
    expect((await receipt(otherOrganization.owner)).status).toBe(404);
    expect((await receipt(otherOrganization.owner, otherOrganization)).status).toBe(404);
    expect((await receipt(null)).status).toBe(401);
  });
});

describe("removing an installed extension", () => {
  it("ends codes and tokens at once and returns to the list", async () => {
    const code = await install();
    const offline = await request("offline", { grant_type: "authorization_code", code });
    const { refresh_token } = offline.body;
    const page = `/${subject()}/installed/${client.clientId}?removed=1`;
    expect(locationOf(await remove())).toBe(page);
    expect(await listed()).toEqual([]);
    const refreshed = await request("online", { grant_type: "refresh_token", refresh_token });
    expect(refreshed.body.error).toBe("invalid_grant");
  });

  it("happens and is recorded once, even under concurrent use, and notifies the extension", async () => {
    await install();
    const headers = { "x-request-id": "removal-of-installed" };
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => remove(organization.owner, headers)),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([303, ...Array(9).fill(404)]);
    const { organizationId, owner } = organization;
    const { clientId } = client;
    const { epoch, events } = await grant();
    expect([epoch, events.at(-1)]).toMatchObject([2, { change: "revoked", userId: owner.userId }]);
    expect(await db().auditRow.findMany({ where: { organizationId } })).toMatchObject([
      {
        action: "extension.removed",
        actor: `user:${owner.userId}`,
        target: `client:${clientId}`,
        before: { scopes: INSTALLED_SCOPES },
        requestId: "removal-of-installed",
      },
    ]);
    expect(await db().delivery.findMany({ where: { clientId } })).toMatchObject([
      { kind: "uninstall", organizationId, companyId: null },
    ]);
  });

  it("keeps what a company allowed the same extension", async () => {
    await install();
    const { companyId } = organization;
    const { grantId: id } = await mintGrant(client.clientId, companyId, INSTALLED_SCOPES);
    await remove();
    expect((await db().grant.findUniqueOrThrow({ where: { id } })).revokedAt).toBeNull();
  });

  it.each(["admin", "developer", "auditor"] as const)(
    "is denied to the role %s, and the attempt is recorded",
    async (role) => {
      await install();
      const { organizationId } = organization;
      const member = await mintMember(organizationId, role);
      expect((await remove(member)).status).toBe(403);
      expect((await grant()).revokedAt).toBeNull();
      expect(await db().auditRow.findMany({ where: { organizationId } })).toMatchObject([
        { action: "access.refused", actor: `user:${member.userId}` },
      ]);
    },
  );
});
