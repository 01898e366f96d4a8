import { beforeEach, describe, expect, it } from "vitest";
import { db } from "@/lib/core/db/client";
import type { Subject } from "@/lib/core/subject";
import { checkListing, checkSuspension } from "@/lib/protocol/authorize/checks/check-client";
import { checkSecondFactor } from "@/lib/protocol/authorize/checks/check-member";
import { checkRedirectUri } from "@/lib/protocol/authorize/checks/check-redirect-uri";
import { checkScope, checkScopeOfCompany } from "@/lib/protocol/authorize/checks/check-scope";
import { presentAuthorizeParameters } from "@/lib/protocol/authorize/parameters";
import { readContext } from "@/lib/protocol/authorize/read-context";
import { REDIRECT_URI } from "@/test/factories/mint-installation";
import { changeClient, mintScene, mintSession, type Scene } from "@/test/factories/mint-scene";
import { callAuthorize } from "@/test/requests/call-authorize";

let scene: Scene;

beforeEach(async () => {
  scene = await mintScene("organization");
});

type CheckInput = { subject?: Subject; sessionId?: string };

function contextOf(sent: Record<string, string> = {}, asked: CheckInput = {}) {
  const client_id = scene.installation.client.clientId;
  const knownParameters = { client_id, redirect_uri: REDIRECT_URI, response_type: "code" };
  const parameters = presentAuthorizeParameters({ ...knownParameters, ...sent });
  const { subject } = scene;
  return readContext({ parameters, subject, sessionId: null, storedId: null, ...asked });
}

describe("the check of redirect_uri", () => {
  it("passes a registered one", async () => {
    expect(await checkRedirectUri.run(await contextOf())).toBeNull();
  });

  it.each([
    ["", 'The parameter "redirect_uri" is missing.'],
    [`${REDIRECT_URI}/`, "The redirect_uri is not one of the client's redirect URLs."],
  ])("rejects %j: %s", async (redirect_uri, message) => {
    const error = await checkRedirectUri.run(await contextOf({ redirect_uri }));
    expect(error?.message).toContain(message);
  });

  it("shows its error even if prompt=none asks for a redirect", async () => {
    const redirect_uri = "https://elsewhere.example.com";
    const sent = { redirect_uri, prompt: "none" };
    expect((await callAuthorize(scene.installation, sent, null)).status).toBe(400);
  });
});

describe("the checks of scopes", () => {
  const scope = "organization/clients/read";

  it("fail without a scope if the client is registered for none", async () => {
    await changeClient({ scopes: [] })(scene);
    const error = await checkScope.run(await contextOf());
    expect(error?.message).toBe("The request has no scope, and the client is registered for none.");
  });

  it("let organizations grant scopes of the management API, but not companies", async () => {
    const { companyId } = scene.installation;
    const subject = { companyId, organizationId: null };
    expect(await checkScopeOfCompany.run(await contextOf({ scope }))).toBeNull();
    const error = await checkScopeOfCompany.run(await contextOf({ scope }, { subject }));
    expect(error?.diagnosis.check).toBe("scope_of_company");
  });
});

it("the checks of suspensions and drafts leave unknown clients to the check of the client", async () => {
  const context = await contextOf({ client_id: "unknown-client" });
  expect([await checkSuspension.run(context), await checkListing.run(context)]).toEqual([
    null,
    null,
  ]);
});

it("the check of the second factor fails if the organization requires one that the person lacks", async () => {
  const sessionId = await mintSession(scene.person.userId);
  expect(await checkSecondFactor.run(await contextOf({}, { sessionId }))).toBeNull();
  const id = scene.subject.organizationId ?? "";
  await db().organization.update({ where: { id }, data: { requireSecondFactor: true } });
  const error = await checkSecondFactor.run(await contextOf({}, { sessionId }));
  expect(error?.code).toBe("login_required");
});
