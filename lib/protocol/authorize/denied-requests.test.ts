import { beforeEach, describe, expect, it } from "vitest";
import { openConsent } from "@/lib/consent/open-consent";
import { db } from "@/lib/core/db/client";
import type { CheckName } from "@/lib/core/diagnosis/check-values";
import { env } from "@/lib/core/env";
import { readSession } from "@/lib/identity/sessions/read-session";
import { pushRequest } from "@/lib/protocol/authorize/push-request";
import { OAUTH_PATH } from "@/lib/protocol/metadata/issuer";
import { type MintedUser, mintCompany, mintUser } from "@/test/factories/mint";
import {
  type Installation,
  mintExtension,
  mintInstallation,
  REDIRECT_URI,
} from "@/test/factories/mint-installation";
import type { changeClient } from "@/test/factories/mint-scene";
import { callAuthorize, redirectParameters, sendAuthorize } from "@/test/requests/call-authorize";
import { pressConsent, requestConsent } from "@/test/requests/call-consent";
import { readAnswer } from "@/test/requests/call-route";
import { basic } from "@/test/requests/call-token";

const CHALLENGE = "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM";
const UNKNOWN = "0123456789abcdef01234567";
const REASON = "It copied <b>orders</b>.";

/** What is wrong with a request, and where its sender reads so. */
type Case = {
  check: CheckName;
  error: string;
  /** The status of the page that shows the error; without one, redirect_uri gets it. */
  status?: number;
  says?: string;
  client?: Parameters<typeof changeClient>[0];
  change?: () => Promise<unknown>;
  query?: Record<string, string | null>;
  as?: () => Promise<MintedUser>;
  /** What a push of the same parameters gets, if it is something else. */
  pushed?: [status: number, error: string];
};

const shown = { status: 400, error: "invalid_request" };
const wrongRedirect = { ...shown, check: "redirect_uri_registered" } as const;
const missing = { ...shown, check: "parameter_present" } as const;
const badRequest = { error: "invalid_request" };
const badScope = { error: "invalid_scope" };
const forbidden = { status: 403, error: "access_denied" };
const suspended = { status: 400, error: "unauthorized_client" };
/** Only the client itself can push, so one that is unknown gets no further. */
const NOT_AUTHENTICATED: [number, string] = [401, "invalid_client"];

const setCompany = (status: "suspended" | "closed") => () =>
  db().company.update({ where: { id: installation.companyId }, data: { status } });

const CASES: Readonly<Record<string, Case>> = {
  "security 1: client_id is unknown": {
    ...{ check: "client_known", error: "invalid_client", status: 401 },
    query: { client_id: UNKNOWN },
  },
  "security 1: client_id is malformed": {
    ...{ check: "client_known", error: "invalid_client", status: 401 },
    query: { client_id: "' OR 1=1 --" },
  },
  "security 1: the client is inactive": {
    ...{ check: "client_active", error: "invalid_client", status: 401 },
    ...{ client: { isActive: false }, pushed: [400, "unauthorized_client"] },
  },
  "security 1: the client was deleted": {
    ...{ check: "client_known", error: "invalid_client", status: 401 },
    ...{ client: { deletedAt: new Date() }, pushed: NOT_AUTHENTICATED },
  },
  "client_id is missing": { ...missing, query: { client_id: null } },
  "security 2: redirect_uri is missing": { ...missing, query: { redirect_uri: null } },
  "security 2: redirect_uri is not registered": {
    ...{ ...wrongRedirect, query: { redirect_uri: "https://evil.test/fp/auth" } },
  },
  "security 2: redirect_uri belongs to another client": {
    ...{ ...wrongRedirect, client: { redirectUrls: ["https://other.example.com/cb"] } },
  },
  "security 7: response_type and redirect_uri are both wrong": {
    ...{ ...wrongRedirect, query: { response_type: "token", redirect_uri: "https://evil.test/" } },
  },
  "redirect_uri is not registered, and prompt=none asks for a redirect": {
    ...{ ...wrongRedirect, query: { redirect_uri: `${REDIRECT_URI}/`, prompt: "none" } },
  },
  "response_type is missing": {
    ...{ check: "response_type", ...badRequest, query: { response_type: null } },
  },
  "security 9: response_type is token": {
    ...{ check: "response_type", error: "unsupported_response_type" },
    query: { response_type: "token" },
  },
  "security 10: the client is not registered for a scope": {
    ...{ check: "scope_registered", ...badScope, says: "company/legal/write" },
    query: { scope: "company/products/read,company/legal/write" },
  },
  "the client lost a scope that the company still grants": {
    ...{ check: "scope_registered", ...badScope, client: { scopes: ["company/orders/read"] } },
    query: { scope: "company/products/read,company/orders/read" },
  },
  "a company is asked for a scope of organizations": {
    ...{ check: "scope_of_company", ...badScope, query: { scope: "organization/clients/read" } },
    client: { scopes: ["organization/clients/read"] },
  },
  "a scope is malformed": { check: "scope_form", ...badScope, query: { scope: 'a"b' } },
  "there is no scope, and the client is registered for none": {
    ...{ check: "scope_registered", ...badScope, query: { scope: "" }, client: { scopes: [] } },
    says: "The request has no scope, and the client is registered for none.",
  },
  "the client may not use codes": {
    ...{ check: "grant_registered", error: "unauthorized_client" },
    client: { grantTypes: ["client_credentials"] },
  },
  "security 11: the code challenge is plain": {
    ...{ check: "code_challenge", ...badRequest },
    query: { code_challenge: CHALLENGE, code_challenge_method: "plain" },
  },
  "the code challenge has no method, which would mean plain": {
    ...{ check: "code_challenge", ...badRequest, query: { code_challenge: CHALLENGE } },
  },
  "the code challenge has only a method": {
    ...{ check: "code_challenge", ...badRequest, query: { code_challenge_method: "S256" } },
  },
  "the code challenge is too short": {
    ...{ check: "code_challenge", ...badRequest },
    query: { code_challenge: "short", code_challenge_method: "S256" },
  },
  "the client must use PKCE and did not": {
    ...{ check: "code_challenge", ...badRequest, client: { requirePkce: true } },
    says: "This client must send code_challenge (PKCE).",
  },
  "the client must use PKCE, and its code challenge is empty": {
    ...{ check: "code_challenge", ...badRequest, client: { requirePkce: true } },
    query: { code_challenge: "" },
  },
  "prompt is unknown": { check: "prompt", ...badRequest, query: { prompt: "sometimes" } },
  "security 62: the extension is suspended": {
    ...{ check: "client_not_suspended", ...suspended },
    client: { suspendedAt: new Date(), suspensionReason: REASON },
  },
  "security 62: its organization is suspended": {
    ...{ check: "publisher_active", ...suspended },
    change: () =>
      db().organization.update({
        where: { id: installation.organizationId },
        data: { status: "suspended" },
      }),
  },
  "security 62: the company is suspended": {
    ...{ check: "subject_active", ...forbidden, change: setCompany("suspended") },
  },
  "security 62: the company is closed": {
    ...{ check: "subject_active", ...forbidden, change: setCompany("closed") },
  },
  "the extension is a draft": { check: "listing", ...forbidden, client: { listing: "draft" } },
  "security 16: the person belongs to another company": {
    ...{ check: "membership", ...forbidden, says: "You are not a member of company " },
    as: async () => (await mintCompany()).seller,
    pushed: [201, ""],
  },
  "security 16: the person belongs to no company": {
    ...{ check: "membership", ...forbidden, as: mintUser, pushed: [201, ""] },
  },
};

let installation: Installation;

beforeEach(async () => {
  installation = await mintInstallation();
});

const where = () => ({ clientId: installation.client.clientId });

async function apply({ client, change }: Case): Promise<void> {
  if (client) await db().client.update({ where: where(), data: client });
  await change?.();
}

async function push(query: Record<string, string | null> = {}) {
  const parameters = { redirect_uri: REDIRECT_URI, response_type: "code", ...query };
  const sent = Object.entries(parameters).filter((entry): entry is [string, string] => !!entry[1]);
  const { client, companyId } = installation;
  const request = new Request(`${env().baseUrl}${OAUTH_PATH}/company/${companyId}/oauth/par`, {
    method: "POST",
    headers: { authorization: basic(client) },
    body: new URLSearchParams(sent),
  });
  return readAnswer(await pushRequest(request));
}

/** The codes and events of codes that the client got, and the requests that were stored. */
const countIssued = () =>
  Promise.all([
    db().authorizationCode.count({ where: where() }),
    db().authorizationEvent.count({ where: { ...where(), outcome: "issued" } }),
    db().authorizationRequest.count({ where: where() }),
  ]);

describe("security 1, 2, 7, 9, 10, 11, 16 and 62: a request is denied or cannot be pushed when", () => {
  it.each(Object.entries(CASES))("%s", async (_what, each) => {
    await apply(each);
    const { status, error, says = "", check } = each;
    const response = await callAuthorize(installation, each.query, await each.as?.());
    expect(response.headers.get("cache-control")).toBe("no-store");
    if (status === undefined) {
      expect(response.status).toBe(302);
      expect(response.headers.get("location")).toMatch(`${REDIRECT_URI}?`);
      const { error_description = "", error_uri = "", ...sent } = redirectParameters(response);
      expect(sent).toMatchObject({ error, state: "a state" });
      expect(sent).not.toHaveProperty("code");
      expect(error_description).toMatch(/^[\x20\x21\x23-\x5b\x5d-\x7e]+$/);
      expect(error_description).toContain(says);
      const [, requestId = ""] = /\?request_id=([0-9a-f]{24})$/.exec(error_uri) ?? [];
      expect(error_uri).toBe(`${env().baseUrl}/errors/${error}?request_id=${requestId}`);
      const events = await db().authorizationEvent.findMany({ where: { ...where(), requestId } });
      expect(events).toMatchObject([{ kind: "authorize", check }]);
    } else {
      expect([response.status, response.headers.get("location")]).toEqual([status, null]);
      const body = await response.json();
      expect(body.error).toBe(error);
      expect(body.message).toContain(says);
    }
    if (each.query?.client_id === undefined) {
      const denied = { ...where(), check, kind: "authorize" as const };
      expect(await db().authorizationEvent.count({ where: denied })).toBe(1);
      const pushed = await push(each.query);
      const [pushedStatus, pushedError] = each.pushed ?? [status ?? 400, error];
      expect([pushed.status, pushed.body.error ?? ""]).toEqual([pushedStatus, pushedError]);
      if (pushedStatus === 201) return;
    }
    expect(await countIssued()).toEqual([0, 0, 0]);
  });

  it("security 8: a parameter is repeated, even if one of the two is empty", async () => {
    const { client, companyId, seller } = installation;
    const { clientId } = client;
    const sound = `client_id=${clientId}&redirect_uri=${REDIRECT_URI}&response_type=code`;
    for (const query of [
      `${sound}&client_id=${clientId}`,
      `${sound}&prompt=&prompt=none`,
      `${sound}&prompt=none&prompt=`,
      `${sound}&prompt=&prompt=`,
    ]) {
      const response = await sendAuthorize(companyId, query, seller);
      expect([response.status, (await response.json()).error]).toEqual([400, "invalid_request"]);
    }
  });

  it("the company_id in the path is malformed", async () => {
    for (const id of ["0", "-1", "abc", "1e3", "99999999999"]) {
      const response = await sendAuthorize(id, "response_type=code", installation.seller);
      expect([response.status, (await response.json()).error]).toEqual([400, "invalid_request"]);
    }
  });
});

const BLOCKS = Object.entries(CASES).filter(
  ([what, { check }]) => what.startsWith("security 62") || check === "listing",
);

it.each(BLOCKS)("consent to an earlier request stores no grant when %s", async (_what, each) => {
  const extension = await mintExtension();
  installation = { ...extension, grantId: "" };
  const id = await requestConsent(extension);
  await apply(each);
  const session = await readSession(new Headers({ cookie: extension.seller.cookie }));
  if (!session) throw new Error("Nobody is signed in");
  expect(await openConsent(id, session)).toMatchObject({ kind: "blocked", check: each.check });
  expect((await pressConsent(id, extension.seller)).status).toBe(each.status);
  expect(await db().grant.count({ where: where() })).toBe(0);
});

describe("a browser", () => {
  const show = async (query: string, language = "en") =>
    sendAuthorize(installation.companyId, query, null, {
      ...{ accept: "text/html", "accept-language": language },
    });

  it("gets a page with a link to the explanation instead of JSON", async () => {
    const response = await show("client_id=%3Cscript%3E");
    expect(response.status).toBe(401);
    expect(response.headers.get("content-type")).toContain("text/html");
    expect(response.headers.get("x-frame-options")).toBe("DENY");
    expect(response.headers.get("content-security-policy")).toContain("frame-ancestors 'none'");
    const html = await response.text();
    expect(html).toContain("/errors/invalid_client");
    expect(html).not.toContain("<script>");
  });

  it("shows why an extension is suspended, escaped, in the seller's language", async () => {
    await db().client.update({
      ...{ where: where(), data: { suspendedAt: new Date(), suspensionReason: REASON } },
    });
    const query = `client_id=${installation.client.clientId}`;
    const english = await (await show(query)).text();
    expect(english).toContain("The platform has suspended it for everyone.");
    expect(english).toContain("It copied &lt;b&gt;orders&lt;/b&gt;.");
    expect(await (await show(query, "de")).text()).toContain("hat sie für alle gesperrt.");
  });
});

describe("a draft", () => {
  beforeEach(() => db().client.update({ where: where(), data: { listing: "draft" } }));

  it("can be installed by its organization's own company", async () => {
    const { organizationId, seller } = installation;
    const { id } = await db().company.findFirstOrThrow({
      where: { organization: { id: organizationId } },
    });
    const member = { companyId: id, userId: seller.userId, role: "owner" } as const;
    await db().companyMember.create({ data: member });
    const response = await callAuthorize({ ...installation, companyId: id });
    expect(response.headers.get("location")).toMatch(/^\/consent\//);
  });

  it("can be launched by a company that it names, and by no other", async () => {
    const { companyId, client } = installation;
    await db().clientDraftCompany.create({ data: { clientId: client.clientId, companyId } });
    expect(redirectParameters(await callAuthorize(installation))).toHaveProperty("code");
    const other = await mintCompany();
    expect((await callAuthorize({ client, ...other })).status).toBe(403);
  });

  it.each(["unlisted", "listed"] as const)("that becomes %s is open to all", async (listing) => {
    await db().client.update({ where: where(), data: { listing } });
    expect(redirectParameters(await callAuthorize(installation))).toHaveProperty("code");
  });
});
