import { randomBytes } from "node:crypto";
import { describe, expect, it } from "vitest";
import { newId } from "@/lib/core/crypto/ids";
import { newToken } from "@/lib/core/crypto/tokens";
import { db } from "@/lib/core/db/client";
import type { Subject } from "@/lib/core/subject";
import { introspectRefreshToken } from "@/lib/protocol/tokens/introspect-endpoint";
import type { PresentedRefreshToken } from "@/lib/protocol/tokens/refresh-access-token";
import { findRefreshFacts, rejectRefreshToken } from "@/lib/protocol/tokens/reject-refresh-token";
import { ROTATION_GRACE_SECONDS } from "@/lib/protocol/tokens/statements";
import { mintClient, mintCompany, mintOrganization } from "@/test/factories/mint";
import { storedHash } from "@/test/factories/mint-code";
import { INSTALLED_SCOPES } from "@/test/factories/mint-installation";
import { changeClient, mintScene } from "@/test/factories/mint-scene";
import { mintPresentedToken, presentRefreshToken } from "@/test/requests/present-refresh-token";
import { contextOf, credentialsOf } from "@/test/requests/token-context";

it("the first use of a token supersedes the others of its family, and keeps earlier timestamps", async () => {
  const scene = await mintScene("company");
  await changeClient({ refreshRotation: "confirm_on_use" })(scene);
  const family = { familyId: newId(), codeHash: storedHash(newId()) };
  const earlier = new Date(Date.now() - 60_000);
  const replaced = await mintPresentedToken(scene, { ...family, supersededAt: earlier });
  const old = await mintPresentedToken(scene, family);
  const foreign = await mintPresentedToken(scene);
  const current = await mintPresentedToken(scene, family);
  const context = contextOf(scene.installation.client, scene.subject);
  await presentRefreshToken("confirm_on_use", context, current);
  const supersededAt = async ({ refreshTokenHash }: PresentedRefreshToken) => {
    const tokenHash = new Uint8Array(refreshTokenHash);
    return (await db().refreshToken.findUniqueOrThrow({ where: { tokenHash } })).supersededAt;
  };
  expect(await supersededAt(replaced)).toEqual(earlier);
  expect(await supersededAt(old)).toBeInstanceOf(Date);
  expect([await supersededAt(current), await supersededAt(foreign)]).toEqual([null, null]);
});

describe.each(["none", "confirm_on_use"] as const)("a refresh token (rotation: %s)", (rotation) => {
  async function expectRejected(
    token: PresentedRefreshToken,
    client: { clientId: string; clientSecret: string },
    subject: Subject,
  ) {
    expect(await presentRefreshToken(rotation, contextOf(client, subject), token)).toMatchObject({
      scopes: null,
    });
    const facts = await findRefreshFacts(token, client.clientId, subject, ROTATION_GRACE_SECONDS);
    expect(facts?.sameSubject ?? false).toBe(false);
    const denial = await rejectRefreshToken(contextOf(client, subject), newToken("refresh"), token);
    expect(denial.diagnosis.check).toBe(facts ? "company" : "refresh_token_known");
  }

  it("is rejected from another client, which learns nothing about it", async () => {
    const scene = await mintScene("company");
    const token = await mintPresentedToken(scene);
    const otherClient = await mintClient(scene.installation.organizationId, {
      scopes: INSTALLED_SCOPES,
      refreshRotation: rotation,
    });
    await expectRejected(token, otherClient, scene.subject);
    const request = { tokenHash: token.refreshTokenHash };
    const answer = await introspectRefreshToken(credentialsOf(otherClient), request);
    expect(answer).toMatchObject({ scopes: null, mayIntrospect: true });
  });

  it("is rejected at another company, and at an organization", async () => {
    const scene = await mintScene("company");
    await changeClient({ refreshRotation: rotation })(scene);
    const token = await mintPresentedToken(scene);
    const { companyId } = await mintCompany();
    const { organizationId } = await mintOrganization();
    const { client } = scene.installation;
    await expectRejected(token, client, { companyId, organizationId: null });
    await expectRejected(token, client, { companyId: null, organizationId });
  });

  it("of an organization is rejected at another organization", async () => {
    const ownScene = await mintScene("organization");
    await changeClient({ refreshRotation: rotation })(ownScene);
    const token = await mintPresentedToken(ownScene);
    const { organizationId } = await mintOrganization();
    await expectRejected(token, ownScene.installation.client, { companyId: null, organizationId });
  });

  it("is rejected if it is unknown, while others can be used", async () => {
    const scene = await mintScene("company");
    await changeClient({ refreshRotation: rotation })(scene);
    const token = await mintPresentedToken(scene);
    const context = contextOf(scene.installation.client, scene.subject);
    const unknown = { ...token, refreshTokenHash: randomBytes(32) };
    expect(await presentRefreshToken(rotation, context, unknown)).toMatchObject({ scopes: null });
    expect(await presentRefreshToken(rotation, context, token)).toMatchObject({
      scopes: INSTALLED_SCOPES,
    });
  });
});
