import { afterEach, expect, it } from "vitest";
import { db } from "@/lib/core/db/client";
import { env } from "@/lib/core/env/env";
import { isOwnAddress } from "@/lib/protocol/authorize/match-redirect-uri";
import { mintInstallation } from "@/test/factories/mint-installation";
import { configureTestEnv } from "@/test/process/test-env";
import { callAuthorize, redirectParameters } from "@/test/requests/call-authorize";

afterEach(() => {
  configureTestEnv();
});

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

it.each(["", "0", "00"])(
  "security 120: no code returns to a page of ours whose port is written as %s3000",
  async (zeros) => {
    const { origin, port } = new URL(env().baseUrl);
    expect([origin, port]).toEqual(["http://127.0.0.1:3000", "3000"]);
    // On a loopback host, a redirect URL is registered for every port.
    const redirectUrls = ["http://127.0.0.1:8080/sandbox/callback"];
    const installation = await mintInstallation({ redirectUrls });
    const redirect_uri = `http://127.0.0.1:${zeros}3000/sandbox/callback`;
    for (const prompt of [null, "consent"]) {
      const denied = await callAuthorize(installation, { redirect_uri, prompt });
      expect([denied.status, denied.headers.get("location")]).toEqual([400, null]);
    }
    const { clientId } = installation.client;
    expect(await db().authorizationCode.count({ where: { clientId } })).toBe(0);
    const elsewhere = "http://127.0.0.1:8081/sandbox/callback";
    const allowed = await callAuthorize(installation, { redirect_uri: elsewhere });
    expect(redirectParameters(allowed)).toHaveProperty("code");
  },
);

it("security 120: a name of ours with a dot at its end is ours", async () => {
  configureTestEnv({ BASE_URL: "https://latchkey.example" });
  const redirect_uri = "https://latchkey.example./sandbox/callback";
  const installation = await mintInstallation({ redirectUrls: [redirect_uri] });
  const denied = await callAuthorize(installation, { redirect_uri });
  expect([denied.status, denied.headers.get("location")]).toEqual([400, null]);
});

it.each([
  ["https://latchkey.example", "HTTPS://LATCHKEY.EXAMPLE/a"],
  ["https://latchkey.example", "https://latchkey.example:443"],
  ["https://latchkey.example", "https://latchkey.example.:443/a"],
  ["https://latchkey.example", "https://a:b@latchkey.example/a"],
  ["https://latchkey.example", "https://latchkey%2Eexample/a"],
  ["https://latchkey.example:8443", "https://latchkey.example.:08443/a"],
  ["http://127.0.0.1:3000", "http://127.1:3000/a"],
  ["http://127.0.0.1:3000", "http://127.0.0.1.:3000/a"],
])("an address on %s is ours however it is written: %s", (baseUrl, address) => {
  configureTestEnv({ BASE_URL: baseUrl });
  expect(isOwnAddress(address)).toBe(true);
});

it.each([
  "https://latchkey.example.evil.test",
  "https://latchkey.example:8443",
  "http://latchkey.example",
  "https://latchkey.example@evil.test",
  "https://latchkey.example..",
  "latchkey.example",
])("an address that only begins like ours is another one: %s", (address) => {
  configureTestEnv({ BASE_URL: "https://latchkey.example" });
  expect(isOwnAddress(address)).toBe(false);
});
