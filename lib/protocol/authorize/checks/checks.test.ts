import { beforeEach, expect, it } from "vitest";
import { db } from "@/lib/core/db/client";
import type { Subject } from "@/lib/core/subject";
import { checkListing, checkSuspension } from "@/lib/protocol/authorize/checks/check-client";
import { checkSecondFactor } from "@/lib/protocol/authorize/checks/check-member";
import { checkScopeOfCompany } from "@/lib/protocol/authorize/checks/check-scope";
import { presentAuthorizeParameters } from "@/lib/protocol/authorize/parameters";
import { readContext } from "@/lib/protocol/authorize/read-context";
import { REDIRECT_URI } from "@/test/factories/mint-installation";
import { mintScene, mintSession, type Scene } from "@/test/factories/mint-scene";

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

it("organizations may grant scopes of the management API, but companies may not", async () => {
  const scope = "organization/clients/read";
  const subject = { companyId: scene.installation.companyId, organizationId: null };
  expect(await checkScopeOfCompany.run(await contextOf({ scope }))).toBeNull();
  const error = await checkScopeOfCompany.run(await contextOf({ scope }, { subject }));
  expect(error?.diagnosis.check).toBe("scope_of_company");
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
