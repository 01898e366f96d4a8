import { beforeEach, describe, expect, it } from "vitest";
import { redirectParameters } from "@/e2e/support/call-authorize";
import { addressAfterAllow, pressConsent } from "@/e2e/support/call-consent";
import { callToken } from "@/e2e/support/call-token";
import {
  type MintedClient,
  type MintedOrganization,
  type MintedUser,
  mintClient,
  mintMember,
  mintOrganization,
} from "@/e2e/support/mint";
import { REDIRECT_URI } from "@/e2e/support/mint-installation";
import { fieldAt } from "@/e2e/support/read-json";
import { env } from "@/lib/env";
import { authorize } from "@/lib/oauth/authorize/authorize";
import { OAUTH_PATH } from "@/lib/oauth/metadata/issuer";

let organization: MintedOrganization;
let client: MintedClient;

beforeEach(async () => {
  organization = await mintOrganization();
  const publisher = await mintOrganization();
  client = await mintClient(publisher.organizationId, {
    redirectUrls: [REDIRECT_URI],
    scopes: ["company/orders/read"],
  });
});

const subject = () => `organization/${organization.organizationId}`;

function ask(as: MintedUser): Promise<Response> {
  const query = new URLSearchParams({
    client_id: client.clientId,
    redirect_uri: REDIRECT_URI,
    response_type: "code",
    scope: "company/orders/read",
    state: "s",
  });
  const url = `${env().baseUrl}${OAUTH_PATH}/${subject()}/oauth/authorize?${query}`;
  return authorize(new Request(url, { headers: { cookie: as.cookie } }));
}

function requestIdOf(response: Response): string {
  return response.headers.get("location")?.split("/").at(-1) ?? "";
}

const exchangeAt = (kind: "online" | "offline", path: string, code: string) =>
  callToken(
    kind,
    { client, companyId: 0 },
    {
      json: { grant_type: "authorization_code", code },
      subject: path,
    },
  );

describe("sdk: the twin flow of an organization", () => {
  it("runs like a company's, and its answers name the organization", async () => {
    const id = requestIdOf(await ask(organization.owner));
    const address = await addressAfterAllow(await pressConsent(id, organization.owner));
    expect(Object.fromEntries(address.searchParams)).toMatchObject({
      organization_id: organization.organizationId,
      client_id: client.clientId,
      state: "s",
    });
    const code = address.searchParams.get("code") ?? "";
    const online = await exchangeAt("online", subject(), code);
    expect(fieldAt(online.body, "current_user._id")).toBe(organization.owner.userId);
    const offline = await exchangeAt("offline", subject(), code);
    const refreshed = await callToken(
      "online",
      { client, companyId: 0 },
      {
        json: { grant_type: "refresh_token", refresh_token: offline.body.refresh_token },
        subject: subject(),
      },
    );
    expect(refreshed.status).toBe(200);
    expect(redirectParameters(await ask(organization.owner))).toHaveProperty("code");
  });

  it("security 31: its code is of no use at a company's path", async () => {
    const id = requestIdOf(await ask(organization.owner));
    const address = await addressAfterAllow(await pressConsent(id, organization.owner));
    const code = address.searchParams.get("code") ?? "";
    const path = `company/${organization.companyId}`;
    expect((await exchangeAt("online", path, code)).body.error).toBe("invalid_grant");
    expect((await exchangeAt("online", subject(), code)).status).toBe(200);
  });

  it("developers may not allow it, strangers see nothing", async () => {
    const developer = await mintMember(organization.organizationId, "developer");
    const id = requestIdOf(await ask(developer));
    expect((await pressConsent(id, developer)).status).toBe(403);
    const { owner: stranger } = await mintOrganization();
    expect((await ask(stranger)).status).toBe(403);
  });
});
