import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { openConsent } from "@/lib/consent/open-consent";
import { db } from "@/lib/core/db/client";
import type { CheckName } from "@/lib/core/diagnosis/check-values";
import { env } from "@/lib/core/env/env";
import { readSession } from "@/lib/identity/sessions/read-session";
import { pushRequest } from "@/lib/protocol/authorize/push-request";
import { OAUTH_PATH } from "@/lib/protocol/metadata/issuer";
import { loadCatalogue } from "@/lib/protocol/scopes/load-catalogue";
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

/** What is wrong with a request, and where its sender reads so. */
type Case = {
  check: CheckName;
  error: string;
  /** The status of the page that shows the error; without one, redirect_uri gets it. */
  status?: number;
  says?: string;
  fix?: object;
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
const notRegistered = { ...badScope, check: "scope_registered" } as const;
const badChallenge = { ...badRequest, check: "code_challenge" } as const;
const sendInstead = (name: string, value: string) => ({ kind: "set_parameter", name, value });
const sendChallenge = { kind: "send_code_challenge" };
const forbidden = { status: 403, error: "access_denied" };
const suspended = { status: 400, error: "unauthorized_client" };
/** Only the client itself can push, so one that is unknown gets no further. */
const NOT_AUTHENTICATED: [number, string] = [401, "invalid_client"];

const setOrganization = (status: "suspended") =>
  db().organization.update({ where: { id: installation.organizationId }, data: { status } });
const setCompany = (status: "suspended" | "closed") => () =>
  db().company.update({ where: { id: installation.companyId }, data: { status } });

const CASES: Readonly<Record<string, Case>> = {
  "security 1: client_id is unknown": {
    check: "client_known",
    error: "invalid_client",
    status: 401,
    query: { client_id: UNKNOWN },
  },
  "security 1: client_id is malformed": {
    check: "client_known",
    error: "invalid_client",
    status: 401,
    query: { client_id: "' OR 1=1 --" },
  },
  "security 1: the client is inactive": {
    check: "client_active",
    error: "invalid_client",
    status: 401,
    client: { isActive: false },
    pushed: [400, "unauthorized_client"],
  },
  "security 1: the client was deleted": {
    check: "client_known",
    error: "invalid_client",
    status: 401,
    client: { deletedAt: new Date() },
    pushed: NOT_AUTHENTICATED,
  },
  "client_id is missing": { ...missing, query: { client_id: null } },
  "security 2: redirect_uri is missing": { ...missing, query: { redirect_uri: null } },
  "security 2: redirect_uri is not registered": {
    ...wrongRedirect,
    query: { redirect_uri: "https://evil.test/fp/auth" },
  },
  "security 2: redirect_uri belongs to another client": {
    ...wrongRedirect,
    client: { redirectUrls: ["https://other.example.com/cb"] },
  },
  "security 7: response_type and redirect_uri are both wrong": {
    ...wrongRedirect,
    query: { response_type: "token", redirect_uri: "https://evil.test/" },
  },
  "redirect_uri is not registered, and prompt=none asks for a redirect": {
    ...wrongRedirect,
    query: { redirect_uri: `${REDIRECT_URI}/`, prompt: "none" },
  },
  "response_type is missing": {
    check: "response_type",
    ...badRequest,
    query: { response_type: null },
  },
  "security 9: response_type is token": {
    check: "response_type",
    error: "unsupported_response_type",
    query: { response_type: "token" },
  },
  "security 10: the client is not registered for a scope": {
    ...notRegistered,
    says: "company/legal/write",
    query: { scope: "company/products/read,company/legal/write" },
    fix: { kind: "register_scopes", scopes: ["company/legal/write"] },
  },
  "a scope is like no other": {
    ...notRegistered,
    query: { scope: "zzz" },
    fix: { kind: "register_scopes", scopes: ["zzz"] },
  },
  "a scope of the catalogue is misspelled": {
    ...notRegistered,
    query: { scope: "company/orders/read,company/product/raed" },
    fix: sendInstead("scope", "company/orders/read,company/products/read"),
  },
  "the client's own scope is misspelled": {
    ...notRegistered,
    client: { scopes: ["company/own/thing"] },
    query: { scope: "company/own/thng" },
    fix: sendInstead("scope", "company/own/thing"),
  },
  "the client lost a scope that the company still grants": {
    ...notRegistered,
    client: { scopes: ["company/orders/read"] },
    query: { scope: "company/products/read,company/orders/read" },
  },
  "a company is asked for a scope of organizations": {
    check: "scope_of_company",
    ...badScope,
    query: { scope: "organization/clients/read" },
    client: { scopes: ["organization/clients/read"] },
  },
  "a scope is malformed": { check: "scope_form", ...badScope, query: { scope: 'a"b' } },
  "scopes are separated by a bar": {
    check: "scope_form",
    ...badScope,
    says: "not by |. Send company/orders/read,company/a.",
    query: { scope: "company/orders/read|company/a" },
  },
  "a scope is what programs send for a missing value": {
    check: "scope_form",
    ...badScope,
    query: { scope: "undefined,company/orders/read" },
    fix: sendInstead("scope", "company/orders/read"),
  },
  "there is no scope, and the client is registered for none": {
    ...notRegistered,
    query: { scope: "" },
    client: { scopes: [] },
    says: "The request has no scope, and the client is registered for none.",
  },
  "the client may not use codes": {
    check: "grant_registered",
    error: "unauthorized_client",
    client: { grantTypes: ["client_credentials"] },
  },
  "security 11: the code challenge is plain": {
    ...badChallenge,
    fix: sendChallenge,
    query: { code_challenge: CHALLENGE, code_challenge_method: "plain" },
  },
  "the code challenge has no method, which would mean plain": {
    ...badChallenge,
    query: { code_challenge: CHALLENGE },
    fix: sendInstead("code_challenge_method", "S256"),
  },
  "the code challenge has only a method": {
    ...badChallenge,
    query: { code_challenge_method: "S256" },
    fix: { kind: "remove_parameter", name: "code_challenge_method" },
  },
  "the code challenge is too short": {
    ...badChallenge,
    fix: sendChallenge,
    query: { code_challenge: "short", code_challenge_method: "S256" },
  },
  "the client must use PKCE and did not": {
    ...badChallenge,
    client: { requirePkce: true },
    says: "This client must send code_challenge (PKCE).",
  },
  "the client must use PKCE, and its code challenge is empty": {
    ...badChallenge,
    client: { requirePkce: true },
    query: { code_challenge: "" },
  },
  "request_uri is one of another server": {
    ...shown,
    check: "pushed_request",
    says: "did not issue",
    query: { request_uri: "https://x.test/r" },
  },
  "request_uri is unknown": {
    ...shown,
    check: "pushed_request",
    says: "already used or expired",
    query: { request_uri: `urn:ietf:params:oauth:request_uri:${UNKNOWN}` },
  },
  "prompt is unknown": { check: "prompt", ...badRequest, query: { prompt: "sometimes" } },
  "security 62: the extension is suspended": {
    check: "client_not_suspended",
    ...suspended,
    client: { suspendedAt: new Date(), suspensionReason: "It copied orders." },
  },
  "security 62: its organization is suspended": {
    check: "publisher_active",
    ...suspended,
    change: () => setOrganization("suspended"),
  },
  "security 62: the company is suspended": {
    check: "subject_active",
    ...forbidden,
    change: setCompany("suspended"),
  },
  "security 62: the company is closed": {
    check: "subject_active",
    ...forbidden,
    change: setCompany("closed"),
  },
  "the extension is a draft": { check: "listing", ...forbidden, client: { listing: "draft" } },
  "security 16: the person belongs to another company": {
    check: "membership",
    ...forbidden,
    says: "You are not a member of company ",
    as: async () => (await mintCompany()).seller,
    pushed: [201, ""],
  },
  "security 16: the person belongs to no company": {
    check: "membership",
    ...forbidden,
    as: mintUser,
    pushed: [201, ""],
  },
};

let installation: Installation;

beforeAll(() => loadCatalogue());
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
    const { status, error, says = "", check, fix } = each;
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
      expect(events).toMatchObject([{ kind: "authorize", check, ...(fix && { fix }) }]);
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
    const clientId = `client_id=${client.clientId}`;
    const sound = `${clientId}&redirect_uri=${REDIRECT_URI}&response_type=code`;
    const empty = ["prompt=&prompt=none", "prompt=none&prompt=", "prompt=&prompt="];
    for (const repeated of [clientId, ...empty]) {
      const response = await sendAuthorize(companyId, `${sound}&${repeated}`, seller);
      expect([response.status, (await response.json()).error]).toEqual([400, "invalid_request"]);
    }
  });

  it.each(["0", "-1", "abc", "1e3", "99999999999"])(
    "the company_id in the path is %s",
    async (id) => {
      const response = await sendAuthorize(id, "response_type=code", installation.seller);
      expect([response.status, (await response.json()).error]).toEqual([400, "invalid_request"]);
    },
  );
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
  if (!session) throw new Error("The seller has no session");
  expect(await openConsent(id, session)).toMatchObject({ kind: "blocked", check: each.check });
  expect((await pressConsent(id, extension.seller)).status).toBe(each.status);
  expect(await db().grant.count({ where: where() })).toBe(0);
});
