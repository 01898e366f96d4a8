import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, test } from "@/test/browser/test";
import { REDIRECT_URI } from "@/test/factories/mint-installation";
import { registerExtension } from "@/test/requests/http/extension-client";
import { companyOauth } from "@/test/requests/http/post-token";

/** Another site, on this machine, that frames whatever its path names. */
async function serveAttacker(): Promise<{ origin: string; close: () => void }> {
  const server = createServer((request, response) => {
    const framed = decodeURIComponent(request.url?.slice(1) ?? "");
    response.setHeader("content-type", "text/html");
    response.end(`<iframe src="${framed.replaceAll("&", "&amp;")}"></iframe>`);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return { origin: `http://127.0.0.1:${port}`, close: () => server.close() };
}

test("security 19: Chromium refuses to frame Latchkey's pages on another site", async ({
  sellerPage: page,
  management,
  demo,
  baseURL,
}) => {
  const client = await registerExtension(management);
  const query = new URLSearchParams({
    client_id: client.clientId,
    redirect_uri: REDIRECT_URI,
    response_type: "code",
    scope: client.scopes.join(","),
    state: "a state",
  });
  const authorize = `${baseURL}${companyOauth(demo.company_id)}/authorize?${query}`;
  await page.goto(authorize);
  await expect(page.getByRole("button", { name: /^Allow/ })).toBeVisible();
  const consent = page.url();
  const attacker = await serveAttacker();
  for (const address of [consent, authorize, `${baseURL}/sign-in`]) {
    const blocked = page.waitForEvent(
      "requestfailed",
      (request) => request.frame() !== page.mainFrame(),
    );
    await page.goto(`${attacker.origin}/${encodeURIComponent(address)}`);
    expect((await blocked).failure()?.errorText).toBe("net::ERR_BLOCKED_BY_RESPONSE");
    await expect(page.frameLocator("iframe").getByRole("button", { name: /^Allow/ })).toHaveCount(
      0,
    );
  }
  attacker.close();
});
