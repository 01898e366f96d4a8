import { randomBytes } from "node:crypto";
import { beforeEach, describe, expect, it } from "vitest";
import type { Subject } from "@/lib/core/subject";
import type { PresentedCode } from "@/lib/protocol/tokens/exchange-code";
import { findCodeFacts, rejectCode } from "@/lib/protocol/tokens/reject-code";
import { mintClient, mintCompany, mintOrganization } from "@/test/factories/mint";
import { INSTALLED_SCOPES } from "@/test/factories/mint-installation";
import { mintScene, type Scene } from "@/test/factories/mint-scene";
import { mintPresentedCode, redeemCode } from "@/test/requests/redeem-code";
import { contextOf } from "@/test/requests/token-context";

describe.each(["online", "offline"] as const)("a code sent for an %s token", (kind) => {
  let scene: Scene;
  let code: PresentedCode;

  beforeEach(async () => {
    scene = await mintScene("company");
    code = await mintPresentedCode(scene);
  });

  async function expectRejected(
    client: { clientId: string; clientSecret: string },
    subject: Subject,
  ) {
    expect(await redeemCode(kind, contextOf(client, subject), code)).toMatchObject({
      scopes: null,
    });
    const facts = await findCodeFacts(code, client.clientId, subject);
    expect(facts?.sameSubject ?? false).toBe(false);
    const denial = await rejectCode(kind, contextOf(client, subject), code);
    expect(denial.diagnosis.check).toBe(facts ? "company" : "code_known");
  }

  it("is rejected from another client", async () => {
    const otherClient = await mintClient(scene.installation.organizationId, {
      scopes: INSTALLED_SCOPES,
    });
    await expectRejected(otherClient, scene.subject);
  });

  it("is rejected at another company, and at an organization", async () => {
    const { companyId } = await mintCompany();
    const { organizationId } = await mintOrganization();
    await expectRejected(scene.installation.client, { companyId, organizationId: null });
    await expectRejected(scene.installation.client, { companyId: null, organizationId });
  });

  it("for an organization is rejected at another organization", async () => {
    const ownScene = await mintScene("organization");
    const ownCode = await mintPresentedCode(ownScene);
    const { organizationId } = await mintOrganization();
    const elsewhere: Subject = { companyId: null, organizationId };
    const context = contextOf(ownScene.installation.client, elsewhere);
    expect(await redeemCode(kind, context, ownCode)).toMatchObject({ scopes: null });
    const facts = await findCodeFacts(ownCode, ownScene.installation.client.clientId, elsewhere);
    expect(facts?.sameSubject).toBe(false);
  });

  it("is rejected if it is unknown, while others can be redeemed", async () => {
    const context = contextOf(scene.installation.client, scene.subject);
    const unknown = { ...code, codeHash: randomBytes(32) };
    expect(await redeemCode(kind, context, unknown)).toMatchObject({ scopes: null });
    expect((await rejectCode(kind, context, unknown)).message).toContain("The code is unknown");
    expect(await redeemCode(kind, context, code)).toMatchObject({ scopes: INSTALLED_SCOPES });
  });
});
