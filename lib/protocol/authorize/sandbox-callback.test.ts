import { expect, it } from "vitest";
import { db } from "@/lib/core/db/client";
import { env } from "@/lib/core/env";
import { mintInstallation } from "@/test/factories/mint-installation";
import { callAuthorize, redirectParameters } from "@/test/requests/call-authorize";

it("a code returns to a page of ours only for a sandbox company", async () => {
  const ours = `${env().baseUrl}/sandbox/callback`;
  const installation = await mintInstallation({ redirectUrls: [ours] });
  const { companyId, client } = installation;
  const codes = () => db().authorizationCode.count({ where: { clientId: client.clientId } });
  // With prompt=consent, another statement reads the facts.
  for (const prompt of [null, "consent"]) {
    const denied = await callAuthorize(installation, { redirect_uri: ours, prompt });
    expect([denied.status, denied.headers.get("location"), await codes()]).toEqual([400, null, 0]);
    expect(await denied.text()).toContain("only for trying a client in a sandbox company");
  }
  await db().company.update({ where: { id: companyId }, data: { isSandbox: true } });
  const consent = await callAuthorize(installation, { redirect_uri: ours, prompt: "consent" });
  expect(consent.headers.get("location")).toMatch(/^\/consent\//);
  const allowed = await callAuthorize(installation, { redirect_uri: ours });
  expect(allowed.headers.get("location")?.startsWith(`${ours}?`)).toBe(true);
  expect(redirectParameters(allowed)).toHaveProperty("code");
  expect(await codes()).toBe(1);
});
