import { beforeEach, describe, expect, it } from "vitest";
import { checkCodeChallenge } from "@/lib/protocol/authorize/checks/check-pkce";
import { checkScope, checkScopeOfCompany } from "@/lib/protocol/authorize/checks/check-scope";
import { presentAuthorizeParameters, resolveParameters } from "@/lib/protocol/authorize/parameters";
import { readContext } from "@/lib/protocol/authorize/read-context";
import { loadCatalogue } from "@/lib/protocol/scopes/load-catalogue";
import { REDIRECT_URI } from "@/test/factories/mint-installation";
import { changeClient, mintScene, type Scene } from "@/test/factories/mint-scene";

const UNKNOWN_ID = "0123456789abcdef01234567";
const CHALLENGE = "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM";
const MANAGEMENT = "organization/clients/read";
let scene: Scene;

beforeEach(async () => {
  scene = await mintScene("company");
});

const contextOf = (sent: Record<string, string>) => {
  const clientId = scene.installation.client.clientId;
  const knownParameters = {
    client_id: clientId,
    redirect_uri: REDIRECT_URI,
    response_type: "code",
  };
  const parameters = presentAuthorizeParameters({ ...knownParameters, ...sent });
  return readContext({ parameters, subject: scene.subject, sessionId: null, storedId: null });
};

describe("what an error about a code challenge advises", () => {
  it.each([
    [{}, null],
    [{ code_challenge: CHALLENGE, code_challenge_method: "S256" }, null],
    [{ code_challenge_method: "S256" }, { kind: "remove_parameter" }],
    [{ code_challenge: CHALLENGE }, { kind: "set_parameter", value: "S256" }],
    [
      { code_challenge: CHALLENGE, code_challenge_method: "plain" },
      { kind: "send_code_challenge" },
    ],
    [{ code_challenge: "short" }, { kind: "send_code_challenge" }],
    [{ code_challenge: "short", code_challenge_method: "S256" }, { kind: "send_code_challenge" }],
  ])("for %j is %j", async (sent: Record<string, string>, fix) => {
    const error = await checkCodeChallenge.run(await contextOf(sent));
    if (fix === null) expect(error).toBeNull();
    else expect(error?.diagnosis.fix).toMatchObject(fix);
  });
});

describe("what an error about a scope of organizations advises", () => {
  const fixFor = async (scope: string) =>
    (await checkScopeOfCompany.run(await contextOf({ scope })))?.diagnosis.fix;

  it("is to leave it out if other scopes remain", async () => {
    const scope = `${MANAGEMENT},company/orders/read`;
    const fix = { kind: "set_parameter", name: "scope", value: "company/orders/read" };
    expect(await fixFor(scope)).toEqual(fix);
    expect(await fixFor("company/orders/read")).toBeUndefined();
  });

  it("is otherwise to use client_credentials, or the organization's flow", async () => {
    expect(await fixFor(MANAGEMENT)).toEqual({ kind: "use_client_credentials" });
    await changeClient({ grantTypes: ["authorization_code"] })(scene);
    expect(await fixFor(MANAGEMENT)).toMatchObject({ kind: "use_other_organization" });
  });
});

describe("what an error about a scope that is not registered advises", () => {
  const fixFor = async (scope: string) =>
    (await checkScope.run(await contextOf({ scope })))?.diagnosis.fix;

  it("is to send the scope that was meant, if the name is a typo", async () => {
    await loadCatalogue();
    const send = (value: string) => ({ kind: "set_parameter", name: "scope", value });
    const scope = "company/orders/read,company/product/raed";
    expect(await fixFor(scope)).toEqual(send("company/orders/read,company/products/read"));
    await changeClient({ scopes: ["company/own/thing"] })(scene);
    expect(await fixFor("company/own/thng")).toEqual(send("company/own/thing"));
  });

  it("is to register the scope, if the catalogue has it or nothing is like it", async () => {
    await loadCatalogue();
    for (const scope of ["company/brands/read", "zzz"]) {
      expect(await fixFor(scope)).toEqual({ kind: "register_scopes", scopes: [scope] });
    }
  });
});

describe("a request object or reference that authorize does not take", () => {
  const resolve = (query: string) => resolveParameters(`http://x.test/?${query}`, scene.subject);

  it.each([
    ["request=abc", { fix: { kind: "remove_parameter", name: "request" } }],
    ["request_uri=https://x.test/r", { fix: { kind: "push_request_again" } }],
    [`request_uri=urn:ietf:params:oauth:request_uri:${UNKNOWN_ID}`, { check: "pushed_request" }],
  ])("is rejected: %s", async (query, diagnosis) => {
    await expect(resolve(query)).rejects.toMatchObject({ code: "invalid_request", diagnosis });
  });

  it("is named as one of another server unless it has our form", async () => {
    await expect(resolve("request_uri=https://x.test/r")).rejects.toThrow("did not issue");
    const ours = `request_uri=urn:ietf:params:oauth:request_uri:${UNKNOWN_ID}`;
    await expect(resolve(ours)).rejects.toThrow("already used or expired");
  });
});
