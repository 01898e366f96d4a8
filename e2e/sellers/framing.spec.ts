import { createServer } from "node:http";
import { expect, test } from "@/test/browser/test";
import { listen } from "@/test/process/listen";
import { authorizePath } from "@/test/requests/http/authorize-path";
import { registerExtension } from "@/test/requests/http/extension-client";

/** Another site, on this machine, that frames what its path names. */
const attackerSite = createServer((request, response) => {
  const framed = decodeURIComponent(request.url?.slice(1) ?? "");
  response.setHeader("content-type", "text/html");
  response.end(`<iframe src="${framed.replaceAll("&", "&amp;")}"></iframe>`);
});

test("security 19: Chromium refuses to frame Latchkey's pages on another site", async ({
  sellerPage: page,
  management,
  demo,
  baseURL,
}) => {
  const client = await registerExtension(management);
  const authorize = `${baseURL}${authorizePath(demo.company_id, client)}`;
  await page.goto(authorize);
  await expect(page.getByRole("button", { name: /^Allow/ })).toBeVisible();
  const consent = page.url();
  const attacker = await listen(attackerSite);
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
  await attacker.close();
});
