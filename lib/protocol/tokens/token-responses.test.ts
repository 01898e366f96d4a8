import { beforeEach, describe, expect, it } from "vitest";
import { newId } from "@/lib/core/crypto/ids";
import { isTokenOfKind } from "@/lib/core/crypto/tokens";
import { db } from "@/lib/core/db/client";
import { mintCompanyMember } from "@/test/factories/mint";
import { mintCode, storedHash } from "@/test/factories/mint-code";
import {
  INSTALLED_SCOPES,
  type Installation,
  mintInstallation,
} from "@/test/factories/mint-installation";
import { mintServiceKey } from "@/test/factories/mint-platform";
import { mintRefreshToken } from "@/test/factories/mint-tokens";
import { introspect } from "@/test/requests/call-administration";
import { callToken, exchange, SDK_HEADERS, type TokenCall } from "@/test/requests/call-token";
import { fieldAt, textOf } from "@/test/requests/read-json";

const KINDS = ["online", "offline"] as const;
const CODE = { grant_type: "authorization_code" };
const OWN = { grant_type: "client_credentials" };
const FORM = { "content-type": "application/x-www-form-urlencoded" };
const FORM_WITH_CHARSET = { "content-type": `${FORM["content-type"].toUpperCase()};charset=UTF-8` };
const JSON_WITH_CHARSET = { "content-type": "Application/JSON; charset=utf-8" };
const HALF = { "x-fp-date": "1" };
const [ORDERS = "", PRODUCTS = ""] = INSTALLED_SCOPES;

let installation: Installation;

beforeEach(async () => {
  installation = await mintInstallation();
});

const currentUser = () => ({
  _id: installation.seller.userId,
  id: installation.seller.userId,
  first_name: "Asha",
  last_name: "Rao",
  username: installation.seller.email,
  emails: [{ email: installation.seller.email, primary: true, verified: false }],
});

const issued = { access_token: expect.any(String), token_type: "Bearer" };
const expires_at = expect.any(String);
const refresh_token = expect.any(String);

describe("security 45: the response to a request for", () => {
  it.each([
    ["spec 2.7 and 4.5: an online token", "online", {}, 21_600],
    ["spec 2.6: an offline token", "offline", JSON_WITH_CHARSET, 3_600],
    ["RFC 6749: an online token by a form", "online", FORM, 21_600],
    ["RFC 6749: an offline token by a form", "offline", FORM_WITH_CHARSET, 3_600],
    ["sdk: an online token of an SDK", "online", SDK_HEADERS, 21_600],
    ["sdk: an offline token of an SDK", "offline", SDK_HEADERS, 3_600],
    ["sdk: an offline token of an SDK by a form", "offline", { ...FORM, ...SDK_HEADERS }, 3_600],
    ["an offline token by a form with half a signature", "offline", { ...FORM, ...HALF }, 3_600],
    ["an offline token by JSON with half a signature", "offline", HALF, 3_600],
  ] as const)("%s has exactly the fields and types that are known", async (...row) => {
    const [, kind, headers, seconds] = row;
    const before = Date.now();
    const parameters = { ...CODE, code: await mintCode(installation) };
    const isForm = "content-type" in headers && /urlencoded/i.test(headers["content-type"]);
    const sent = isForm ? { form: parameters } : { json: parameters };
    const answer = await callToken(kind, installation, { ...sent, headers: { ...headers } });
    const isSdk = "x-fp-signature" in headers;
    const isOnline = kind === "online";
    expect(answer.body).toEqual({
      ...issued,
      expires_at,
      expires_in: isSdk || isForm ? seconds : String(seconds),
      scope: isSdk ? INSTALLED_SCOPES : INSTALLED_SCOPES.join(isForm ? " " : ","),
      ...(!isOnline && { refresh_token }),
      ...(isSdk && { access_mode: kind, current_user: isOnline ? currentUser() : null }),
      ...(isOnline && { current_user: currentUser() }),
    });
    expect(isTokenOfKind(textOf(answer.body.access_token), kind)).toBe(true);
    const uncached = {
      "content-type": "application/json",
      "cache-control": "no-store",
      pragma: "no-cache",
    };
    expect(Object.fromEntries(answer.headers)).toMatchObject(uncached);
    const lifetime = Date.parse(textOf(answer.body.expires_at)) - before;
    expect(lifetime).toBeGreaterThanOrEqual(seconds * 1000);
    expect(lifetime).toBeLessThan(seconds * 1000 + 60_000);
  });

  it("spec 8: an offline token has the client's lifetime, and an online one 6 hours", async () => {
    installation = await mintInstallation({ accessTokenLifetime: 600 });
    const code = await mintCode(installation);
    expect((await exchange("offline", installation, code)).body.expires_in).toBe("600");
    expect((await exchange("online", installation, code)).body.expires_in).toBe("21600");
  });

  it("security 50: an offline token leaves only hashes of its tokens, under the request id", async () => {
    const code = await mintCode(installation);
    const requestId = `offline-${installation.companyId}`;
    const { body } = await callToken("offline", installation, {
      json: { ...CODE, code },
      headers: { "x-request-id": requestId },
    });
    const { companyId, client } = installation;
    const ofToken = (token: unknown) => ({ where: { tokenHash: storedHash(textOf(token)) } });
    expect(await db().accessToken.count(ofToken(body.access_token))).toBe(1);
    expect(await db().refreshToken.count(ofToken(body.refresh_token))).toBe(1);
    const where = { clientId: client.clientId };
    const events = await db().authorizationEvent.findMany({ where, orderBy: { id: "asc" } });
    expect(events.at(-1)).toMatchObject({
      kind: "token",
      outcome: "issued",
      reason: "offline",
      companyId,
      requestId,
    });
    const text = JSON.stringify(events, (_key, value) =>
      typeof value === "bigint" ? String(value) : value,
    );
    expect(text).not.toMatch(/lk[onrcs]_/);
  });

  it("security 96: an online token names who authorized, and calls a proven address verified", async () => {
    const introspector = await mintServiceKey(["platform/introspect"]);
    const staff = await mintCompanyMember(installation.companyId, "staff");
    const externalId = `staff.${newId()}@platform`;
    // A person with an id of the platform is identified by it, anyone else by our id.
    for (const [verified, data, id] of [
      [false, {}, staff.userId],
      [true, { emailVerifiedAt: new Date(), externalId }, externalId],
    ] as const) {
      await db().user.update({ where: { id: staff.userId }, data });
      const code = await mintCode(installation, { userId: staff.userId });
      const { body } = await exchange("online", installation, code);
      const emails = [{ email: staff.email, primary: true, verified }];
      expect(body.current_user).toMatchObject({ _id: id, id, emails });
      const introspected = await introspect(introspector, textOf(body.access_token));
      expect(introspected.body).toMatchObject({ sub: id, caller: "seller" });
    }
  });
});

type Send = (of: {
  code: string;
  refreshToken: string;
  clientId: string;
  secret: string;
}) => TokenCall;

/** The forms of requests that SDKs and extensions are known to send. */
const FORMS: Readonly<Record<string, Send>> = {
  "a code as a form (JavaScript, Java)": ({ code }) => ({ form: { ...CODE, code } }),
  "a code as JSON (Python)": ({ code }) => ({ json: { ...CODE, code } }),
  "the platform spec's payload: credentials in header and body": ({ code, clientId, secret }) => ({
    json: {
      ...CODE,
      code,
      client_id: clientId,
      client_secret: secret,
      scope: `${PRODUCTS},${ORDERS}`,
    },
  }),
  "credentials in the body alone": ({ code, clientId, secret }) => ({
    json: { ...CODE, code, client_id: clientId, client_secret: secret },
    authorization: null,
  }),
  "spec 5 rule 2: the API key in the body too": ({ code, clientId }) => ({
    form: { ...CODE, code, client_id: clientId },
  }),
  "a refresh token as a form": ({ refreshToken }) => ({
    form: { grant_type: "refresh_token", refresh_token: refreshToken },
  }),
  "a refresh token as JSON": ({ refreshToken }) => ({
    json: { grant_type: "refresh_token", refresh_token: refreshToken },
  }),
  "authorization_code with a refresh token and no code (Kotlin)": ({ refreshToken }) => ({
    form: { ...CODE, refresh_token: refreshToken },
  }),
  "spec 4.4: authorization_code with the code and a refresh token": ({ code, refreshToken }) => ({
    json: { ...CODE, code, refresh_token: refreshToken },
  }),
  "authorization_code with the code null and a refresh token": ({ refreshToken }) => ({
    json: { ...CODE, code: null, refresh_token: refreshToken },
  }),
  client_credentials: () => ({ form: OWN }),
  "unknown fields (RFC 6749 section 3.2)": () => ({ json: { ...OWN, access_mode: "x", x: [1] } }),
  "the headers of an SDK": ({ refreshToken }) => ({
    json: { grant_type: "refresh_token", refresh_token: refreshToken },
    headers: SDK_HEADERS,
  }),
};

describe.each(KINDS)("sdk: the endpoint for %s tokens accepts", (kind) => {
  it.each(Object.entries(FORMS))("%s", async (_what, form) => {
    const code = await mintCode(installation);
    const refreshToken = await mintRefreshToken(installation);
    const { clientId, clientSecret: secret } = installation.client;
    const call = form({ code, refreshToken, clientId, secret });
    const { status, body } = await callToken(kind, installation, call);
    expect([status, body.token_type]).toEqual([200, "Bearer"]);
    const sent = call.form ?? fieldAt({ call }, "call.json");
    const isRefresh = JSON.stringify(sent).includes(refreshToken);
    const isOffline = kind === "offline" && JSON.stringify(sent).includes(code);
    expect(body.refresh_token === undefined).toBe(!isRefresh && !isOffline);
    if (isRefresh) expect(body.refresh_token).toBe(refreshToken);
    const scopes = [body.scope].flat().join(" ").replaceAll(",", " ").split(" ");
    expect(scopes.toSorted()).toEqual(INSTALLED_SCOPES);
    // A code that is sent along with a refresh token is not used up.
    if (isRefresh) expect((await exchange(kind, installation, code)).status).toBe(200);
  });
});
