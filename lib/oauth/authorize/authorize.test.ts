import { beforeEach, describe, expect, it } from "vitest";
import { callAuthorize, redirectParameters, sendAuthorize } from "@/e2e/support/call-authorize";
import { mintCompany, mintUser } from "@/e2e/support/mint";
import { type Installation, mintInstallation, REDIRECT_URI } from "@/e2e/support/mint-installation";
import { db } from "@/lib/db/client";
import { env } from "@/lib/env";

let installation: Installation;

beforeEach(async () => {
  installation = await mintInstallation();
});

const codesOf = ({ client }: Installation) =>
  db().authorizationCode.count({ where: { clientId: client.clientId } });

/** Refused on our own page: no redirect, no code. */
async function expectShown(response: Response, status: number, error: string): Promise<void> {
  expect(response.status).toBe(status);
  expect(response.headers.get("location")).toBeNull();
  expect(response.headers.get("cache-control")).toBe("no-store");
  expect(await response.json()).toMatchObject({ error });
  expect(await codesOf(installation)).toBe(0);
}

/** Refused at redirect_uri, with the state and without a code. */
async function expectSentBack(response: Response, error: string): Promise<void> {
  expect(response.status).toBe(302);
  expect(response.headers.get("location")).toMatch(`${REDIRECT_URI}?`);
  const sent = redirectParameters(response);
  expect(sent).toMatchObject({ error, state: "a state" });
  expect(sent).not.toHaveProperty("code");
  expect(sent.error_description).toMatch(/^[\x20\x21\x23-\x5b\x5d-\x7e]+$/);
  const [, requestId = ""] = /\?request_id=([0-9a-f]{24})$/.exec(sent.error_uri ?? "") ?? [];
  expect(sent.error_uri).toBe(`${env().baseUrl}/errors/${error}?request_id=${requestId}`);
  const { clientId } = installation.client;
  expect(await db().authorizationEvent.count({ where: { clientId, requestId } })).toBe(1);
  expect(await codesOf(installation)).toBe(0);
}

describe("spec 4.3 parameters", () => {
  it("client_id is required", async () => {
    await expectShown(
      await callAuthorize(installation, { client_id: null }),
      400,
      "invalid_request",
    );
  });

  it("security 1: an unknown client_id is refused without a redirect", async () => {
    const unknown = "0123456789abcdef01234567";
    await expectShown(
      await callAuthorize(installation, { client_id: unknown }),
      401,
      "invalid_client",
    );
    await expectShown(
      await callAuthorize(installation, { client_id: "' OR 1=1 --" }),
      401,
      "invalid_client",
    );
  });

  it("security 1: an inactive client is refused without a redirect", async () => {
    installation = await mintInstallation({ isActive: false });
    await expectShown(await callAuthorize(installation), 401, "invalid_client");
  });

  it("security 1: a deleted client is refused without a redirect", async () => {
    installation = await mintInstallation({ deletedAt: new Date() });
    await expectShown(await callAuthorize(installation), 401, "invalid_client");
  });

  it("security 2: redirect_uri is required and must be registered", async () => {
    await expectShown(
      await callAuthorize(installation, { redirect_uri: null }),
      400,
      "invalid_request",
    );
    const evil = "https://evil.test/fp/auth";
    await expectShown(
      await callAuthorize(installation, { redirect_uri: evil }),
      400,
      "invalid_request",
    );
  });

  it("security 2: another client's redirect_uri is not this one's", async () => {
    const other = await mintInstallation({ redirectUrls: ["https://other.example.com/cb"] });
    const response = await callAuthorize(other, { redirect_uri: REDIRECT_URI });
    await expectShown(response, 400, "invalid_request");
  });

  it("response_type is required", async () => {
    await expectSentBack(
      await callAuthorize(installation, { response_type: null }),
      "invalid_request",
    );
  });

  it("security 9: response_type=token is unsupported_response_type", async () => {
    await expectSentBack(
      await callAuthorize(installation, { response_type: "token" }),
      "unsupported_response_type",
    );
  });

  it("security 7: a bad response_type with a bad redirect_uri redirects nowhere", async () => {
    const query = { response_type: "token", redirect_uri: "https://evil.test/" };
    await expectShown(await callAuthorize(installation, query), 400, "invalid_request");
  });

  it("security 10: a scope beyond the client's is invalid_scope and issues nothing", async () => {
    const response = await callAuthorize(installation, {
      scope: "company/products/read,company/legal/write",
    });
    await expectSentBack(response, "invalid_scope");
    expect(redirectParameters(response).error_description).toContain("company/legal/write");
  });

  it("a scope of the organization cannot be granted by a company", async () => {
    installation = await mintInstallation({ scopes: ["organization/clients/read"] });
    const response = await callAuthorize(installation, { scope: "organization/clients/read" });
    await expectSentBack(response, "invalid_scope");
  });

  it("an unreadable scope is invalid_scope", async () => {
    await expectSentBack(await callAuthorize(installation, { scope: 'a"b' }), "invalid_scope");
  });

  it("no scope, or offline_access alone, means all that the client is registered for", async () => {
    for (const scope of [null, "", "offline_access"]) {
      const response = await callAuthorize(installation, { scope });
      expect(redirectParameters(response)).toHaveProperty("code");
    }
  });

  it("scopes may be separated by commas or spaces, in any order", async () => {
    for (const scope of [
      "company/orders/read company/products/read",
      "company/products/read,company/orders/read,offline_access",
    ]) {
      const response = await callAuthorize(installation, { scope });
      expect(redirectParameters(response)).toHaveProperty("code");
    }
  });

  it("a client that is not registered for authorization_code is unauthorized_client", async () => {
    installation = await mintInstallation({ grantTypes: ["client_credentials"] });
    await expectSentBack(await callAuthorize(installation), "unauthorized_client");
  });

  it("security 8: a repeated parameter is invalid_request, shown here", async () => {
    const { client, companyId, seller } = installation;
    const query = `client_id=${client.clientId}&client_id=${client.clientId}&response_type=code`;
    await expectShown(await sendAuthorize(companyId, query, seller), 400, "invalid_request");
  });

  it("parameters that SDKs add are ignored", async () => {
    const response = await callAuthorize(installation, {
      access_mode: "online",
      "x-fp-date": "20260101T000000Z",
      "x-fp-signature": "v1.1:00",
    });
    expect(redirectParameters(response)).toHaveProperty("code");
  });

  it("a company_id in the path that is not one is refused", async () => {
    for (const id of ["0", "-1", "abc", "1e3", "99999999999"]) {
      const response = await sendAuthorize(id, "response_type=code", installation.seller);
      await expectShown(response, 400, "invalid_request");
    }
  });
});

describe("who may authorize", () => {
  it("security 15: somebody who is not signed in signs in first, and the same request goes on", async () => {
    const response = await callAuthorize(installation, { state: "a&b=c d" }, null);
    expect(response.status).toBe(302);
    const { return_to: returnTo } = redirectParameters(response);
    expect(response.headers.get("location")).toMatch(/^\/sign-in\?/);
    const asked = new URL(returnTo ?? "", env().baseUrl);
    expect(asked.searchParams.get("state")).toBe("a&b=c d");
    const resumed = await sendAuthorize(
      installation.companyId,
      asked.search.slice(1),
      installation.seller,
    );
    expect(redirectParameters(resumed)).toMatchObject({ state: "a&b=c d" });
    expect(redirectParameters(resumed)).toHaveProperty("code");
  });

  it("security 16: somebody outside the company gets 403 and no consent page", async () => {
    const { seller: stranger } = await mintCompany();
    await expectShown(await callAuthorize(installation, {}, stranger), 403, "access_denied");
    await expectShown(
      await callAuthorize(installation, {}, await mintUser()),
      403,
      "access_denied",
    );
    const asked = await db().authorizationRequest.count({
      where: { clientId: installation.client.clientId },
    });
    expect(asked).toBe(0);
  });

  it("an ended session and a deactivated person count as nobody", async () => {
    const { userId } = installation.seller;
    await db().userSession.updateMany({ where: { userId }, data: { endedAt: new Date() } });
    const ended = await callAuthorize(installation);
    expect(ended.headers.get("location")).toMatch(/^\/sign-in\?/);
    await db().userSession.updateMany({ where: { userId }, data: { endedAt: null } });
    await db().user.update({ where: { id: userId }, data: { deactivatedAt: new Date() } });
    const deactivated = await callAuthorize(installation);
    expect(deactivated.headers.get("location")).toMatch(/^\/sign-in\?/);
  });

  it("a person in a browser reads a page instead of JSON, with a way to the explanation", async () => {
    const { companyId, seller } = installation;
    const response = await sendAuthorize(companyId, "client_id=%3Cscript%3E", seller, {
      accept: "text/html",
    });
    expect(response.status).toBe(401);
    expect(response.headers.get("content-type")).toContain("text/html");
    expect(response.headers.get("x-frame-options")).toBe("DENY");
    expect(response.headers.get("content-security-policy")).toContain("frame-ancestors 'none'");
    const html = await response.text();
    expect(html).toContain("/errors/invalid_client");
    expect(html).not.toContain("<script>");
  });
});
