import { beforeAll, expect, it } from "vitest";
import { db } from "@/lib/core/db/client";
import { type MintedUser, mintUser } from "@/test/factories/mint";
import { type Installation, mintInstallation } from "@/test/factories/mint-installation";
import { sendAuthorize } from "@/test/requests/call-authorize";

let installation: Installation;

beforeAll(async () => {
  installation = await mintInstallation();
  const { client, companyId } = installation;
  await db().client.update({ where: { clientId: client.clientId }, data: { name: "Print <Pro>" } });
  await db().company.update({ where: { id: companyId }, data: { name: "Acme & Co" } });
});

/** The page for a redirect URL that is not registered. */
async function deniedPage(as: MintedUser | null, language = "en", clientId?: string) {
  const query = new URLSearchParams({
    client_id: clientId ?? installation.client.clientId,
    redirect_uri: "https://elsewhere.example.com/",
    response_type: "code",
    state: "a state",
  });
  const headers = { accept: "text/html", "accept-language": language };
  const response = await sendAuthorize(installation.companyId, String(query), as, headers);
  expect(response.headers.get("location")).toBeNull();
  return response.text();
}

it("a denied authorize request names extension and company, and leads a member back", async () => {
  const html = await deniedPage(installation.seller);
  expect(html).toContain("You wanted to open Print &lt;Pro&gt; for Acme &amp; Co.");
  expect(html).toContain(`href="/company/${installation.companyId}/extensions"`);
  expect(html).toContain("/errors/invalid_request?request_id=");
});

it("a denied authorize request names no company to strangers, and no unknown extension", async () => {
  for (const as of [null, await mintUser()]) {
    const html = await deniedPage(as);
    expect(html).toContain("You wanted to open Print &lt;Pro&gt;.");
    expect(html).not.toContain("Acme");
    expect(html).toContain('href="/"');
  }
  const unknown = await deniedPage(installation.seller, "en", "f".repeat(24));
  expect(unknown).toContain("You wanted to open an extension for Acme &amp; Co.");
  const nothing = await deniedPage(null, "en", "f".repeat(24));
  expect(nothing).not.toContain("You wanted");
});

it("a denied authorize request is explained in German without an English sentence", async () => {
  const html = await deniedPage(installation.seller, "de");
  expect(html).toContain("Sie wollten Print &lt;Pro&gt; für Acme &amp; Co öffnen.");
  expect(html).toContain("Die redirect_uri ist keine der Redirect-URLs des Clients.");
  expect(html).not.toContain('lang="en"');
});
