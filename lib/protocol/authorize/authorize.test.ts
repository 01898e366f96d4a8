import { beforeEach, describe, expect, it } from "vitest";
import { db } from "@/lib/core/db/client";
import { env } from "@/lib/core/env";
import { mintCompany, mintUser } from "@/test/factories/mint";
import {
  type Installation,
  mintInstallation,
  REDIRECT_URI,
} from "@/test/factories/mint-installation";
import { callAuthorize, redirectParameters, sendAuthorize } from "@/test/requests/call-authorize";

let installation: Installation;

beforeEach(async () => {
  installation = await mintInstallation();
});

const codesOf = ({ client }: Installation) =>
  db().authorizationCode.count({ where: { clientId: client.clientId } });

/** Rejected on our own page: no redirect, no code. */
async function expectShown(
  response: Response,
  status: number,
  error: string,
  more: { message?: string } = {},
): Promise<void> {
  expect(response.status).toBe(status);
  expect(response.headers.get("location")).toBeNull();
  expect(response.headers.get("cache-control")).toBe("no-store");
  expect(await response.json()).toMatchObject({ error, ...more });
  expect(await codesOf(installation)).toBe(0);
}

/** Rejected at redirect_uri, with the state and without a code. */
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
  it("rejects a request without client_id", async () => {
    await expectShown(
      await callAuthorize(installation, { client_id: null }),
      400,
      "invalid_request",
    );
  });

  it("security 1: rejects an unknown client_id without a redirect", async () => {
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

  it("security 1: rejects an inactive client without a redirect", async () => {
    installation = await mintInstallation({ isActive: false });
    await expectShown(await callAuthorize(installation), 401, "invalid_client");
  });

  it("security 1: rejects a deleted client without a redirect", async () => {
    installation = await mintInstallation({ deletedAt: new Date() });
    await expectShown(await callAuthorize(installation), 401, "invalid_client");
  });

  it("security 2: rejects a missing or unregistered redirect_uri", async () => {
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

  it("security 2: rejects another client's redirect_uri", async () => {
    const otherInstallation = await mintInstallation({
      redirectUrls: ["https://other.example.com/cb"],
    });
    const response = await callAuthorize(otherInstallation, { redirect_uri: REDIRECT_URI });
    await expectShown(response, 400, "invalid_request");
  });

  it("rejects a request without response_type", async () => {
    await expectSentBack(
      await callAuthorize(installation, { response_type: null }),
      "invalid_request",
    );
  });

  it("security 9: returns unsupported_response_type for response_type=token", async () => {
    await expectSentBack(
      await callAuthorize(installation, { response_type: "token" }),
      "unsupported_response_type",
    );
  });

  it("security 7: does not redirect for a bad response_type with a bad redirect_uri", async () => {
    const query = { response_type: "token", redirect_uri: "https://evil.test/" };
    await expectShown(await callAuthorize(installation, query), 400, "invalid_request");
  });

  it("security 10: returns invalid_scope and issues nothing for a scope the client does not have", async () => {
    const response = await callAuthorize(installation, {
      scope: "company/products/read,company/legal/write",
    });
    await expectSentBack(response, "invalid_scope");
    expect(redirectParameters(response).error_description).toContain("company/legal/write");
  });

  it("does not let a company grant an organization's scope", async () => {
    installation = await mintInstallation({ scopes: ["organization/clients/read"] });
    const response = await callAuthorize(installation, { scope: "organization/clients/read" });
    await expectSentBack(response, "invalid_scope");
  });

  it("returns invalid_scope for a malformed scope", async () => {
    await expectSentBack(await callAuthorize(installation, { scope: 'a"b' }), "invalid_scope");
  });

  it("requests all of the client's scopes when scope is missing or only offline_access", async () => {
    for (const scope of [null, "", "offline_access"]) {
      const response = await callAuthorize(installation, { scope });
      expect(redirectParameters(response)).toHaveProperty("code");
    }
  });

  it("accepts scopes separated by commas or spaces, in any order", async () => {
    for (const scope of [
      "company/orders/read company/products/read",
      "company/products/read,company/orders/read,offline_access",
    ]) {
      const response = await callAuthorize(installation, { scope });
      expect(redirectParameters(response)).toHaveProperty("code");
    }
  });

  it("returns unauthorized_client to a client without the authorization_code grant", async () => {
    installation = await mintInstallation({ grantTypes: ["client_credentials"] });
    await expectSentBack(await callAuthorize(installation), "unauthorized_client");
  });

  it("security 8: shows invalid_request for a repeated parameter", async () => {
    const { client, companyId, seller } = installation;
    const query = `client_id=${client.clientId}&client_id=${client.clientId}&response_type=code`;
    await expectShown(await sendAuthorize(companyId, query, seller), 400, "invalid_request");
  });

  it("ignores parameters that SDKs add", async () => {
    const response = await callAuthorize(installation, {
      access_mode: "online",
      "x-fp-date": "20260101T000000Z",
      "x-fp-signature": "v1.1:00",
    });
    expect(redirectParameters(response)).toHaveProperty("code");
  });

  it("rejects a malformed company_id in the path", async () => {
    for (const id of ["0", "-1", "abc", "1e3", "99999999999"]) {
      const response = await sendAuthorize(id, "response_type=code", installation.seller);
      await expectShown(response, 400, "invalid_request");
    }
  });
});

describe("who may authorize", () => {
  it("security 15: sends a signed-out person to sign-in and then resumes the request", async () => {
    const response = await callAuthorize(installation, { state: "a&b=c d" }, null);
    expect(response.status).toBe(302);
    const { return_to: returnTo } = redirectParameters(response);
    expect(response.headers.get("location")).toMatch(/^\/sign-in\?/);
    const returnAddress = new URL(returnTo ?? "", env().baseUrl);
    expect(returnAddress.searchParams.get("client_id")).toBe(installation.client.clientId);
    const resumed = await sendAuthorize(
      installation.companyId,
      returnAddress.search.slice(1),
      installation.seller,
    );
    expect(redirectParameters(resumed)).toMatchObject({ state: "a&b=c d" });
    expect(redirectParameters(resumed)).toHaveProperty("code");
  });

  it("security 16: returns 403 without a consent page to a person outside the company", async () => {
    const { seller: stranger } = await mintCompany();
    const response = await callAuthorize(installation, {}, stranger);
    const message = `You are not a member of company ${installation.companyId}. Sign in as a member.`;
    await expectShown(response, 403, "access_denied", { message });
    await expectShown(
      await callAuthorize(installation, {}, await mintUser()),
      403,
      "access_denied",
    );
    const requestCount = await db().authorizationRequest.count({
      where: { clientId: installation.client.clientId, userId: { not: null } },
    });
    expect(requestCount).toBe(0);
  });

  it("treats an ended session and a deactivated person as signed out", async () => {
    const { userId } = installation.seller;
    await db().userSession.updateMany({ where: { userId }, data: { endedAt: new Date() } });
    const signInRedirect = await callAuthorize(installation);
    expect(signInRedirect.headers.get("location")).toMatch(/^\/sign-in\?/);
    await db().userSession.updateMany({ where: { userId }, data: { endedAt: null } });
    await db().user.update({ where: { id: userId }, data: { deactivatedAt: new Date() } });
    const deactivated = await callAuthorize(installation);
    expect(deactivated.headers.get("location")).toMatch(/^\/sign-in\?/);
  });

  it("shows a browser a page with a link to the explanation instead of JSON", async () => {
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
