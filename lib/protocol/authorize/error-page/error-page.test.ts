import { beforeAll, describe, expect, it } from "vitest";
import { db } from "@/lib/core/db/client";
import { env } from "@/lib/core/env/env";
import { authorize } from "@/lib/protocol/authorize/authorize";
import { OAUTH_PATH } from "@/lib/protocol/metadata/issuer";
import { type MintedUser, mintMember, mintOrganization, mintUser } from "@/test/factories/mint";
import {
  type Installation,
  mintInstallation,
  REDIRECT_URI,
} from "@/test/factories/mint-installation";
import { sendAuthorize } from "@/test/requests/call-authorize";

const UNREGISTERED = 'https://elsewhere.example.com/"><b>here</b>';
const UNKNOWN = "f".repeat(24);

let installation: Installation;
let developer: MintedUser;

beforeAll(async () => {
  installation = await mintInstallation();
  const { client, companyId, organizationId } = installation;
  await db().client.update({
    where: { clientId: client.clientId },
    data: { name: "Print <Pro>", supportEmail: "help@print.example" },
  });
  await db().organization.update({
    where: { id: organizationId },
    data: { name: "Shipfast & Labs" },
  });
  await db().company.update({ where: { id: companyId }, data: { name: "Acme & Co" } });
  developer = await mintMember(organizationId, "developer");
});

/** The page for a redirect URL that is not registered. */
async function errorPage(
  as: MintedUser | null,
  query: Record<string, string> = {},
  headers: Record<string, string> = {},
): Promise<string> {
  const parameters = new URLSearchParams({
    client_id: installation.client.clientId,
    redirect_uri: UNREGISTERED,
    response_type: "code",
    state: "a state",
    ...query,
  });
  const response = await sendAuthorize(installation.companyId, String(parameters), as, {
    accept: "text/html",
    ...headers,
  });
  expect(response.headers.get("location")).toBeNull();
  return response.text();
}

const sellerPart = (html: string) => html.slice(html.indexOf("<main"), html.indexOf("<details"));
const developerPart = (html: string) => html.slice(html.indexOf("<details"));

describe("the seller's part of an authorize error page", () => {
  it("names the extension and the company, says whose turn it is, and leads back and to the publisher", async () => {
    const html = sellerPart(await errorPage(installation.seller));
    expect(html).toContain("<strong><bdi>Print &lt;Pro&gt;</bdi></strong> could not connect to");
    expect(html).toContain("<strong><bdi>Acme &amp; Co</bdi></strong>");
    expect(html).toContain("is not registered, so we stopped. Nothing was shared.");
    expect(html).toContain("Its publisher, Shipfast &amp; Labs, has to correct this.");
    expect(html).toContain(`href="/company/${installation.companyId}/extensions"`);
    expect(html).toContain('href="mailto:help@print.example">Contact Shipfast &amp; Labs');
  });

  it("names no company to people who do not belong to it, and leads them to the start page", async () => {
    for (const as of [null, await mintUser()]) {
      const html = await errorPage(as);
      expect(html).toContain("Print &lt;Pro&gt;</bdi></strong> could not connect</h1>");
      expect(html).not.toContain("Acme");
      expect(sellerPart(html)).toContain('href="/"');
    }
  });

  it("says that the link of an unknown extension belongs to none, and draws none", async () => {
    for (const query of [{ client_id: UNKNOWN }, { client_id: "" }]) {
      const html = await errorPage(installation.seller, query);
      expect(html).toContain("<h1>This link belongs to no extension</h1>");
      expect(sellerPart(html)).not.toContain("<svg");
      expect(html).not.toContain("/requests?");
    }
  });

  it("names the extension of a malformed request that was not parsed", async () => {
    const { client, companyId, seller } = installation;
    const query = `client_id=${client.clientId}&state=1&state=2`;
    const response = await sendAuthorize(companyId, query, seller, { accept: "text/html" });
    const html = sellerPart(await response.text());
    expect(html).toContain("Print &lt;Pro&gt;</bdi></strong> could not connect to");
    expect(html).toContain("was incomplete or contained a mistake");
  });

  it("is in German without an English sentence, and so is its title", async () => {
    const html = await errorPage(installation.seller, {}, { "accept-language": "de" });
    expect(html).toContain(
      "<title>Print &lt;Pro&gt; konnte sich nicht mit Acme &amp; Co verbinden",
    );
    expect(sellerPart(html)).toContain(
      "Der Herausgeber, Shipfast &amp; Labs, muss das berichtigen.",
    );
    expect(sellerPart(html)).not.toContain('lang="en"');
    expect(developerPart(html)).toContain(
      "Die redirect_uri ist keine der Redirect-URLs der Erweiterung.",
    );
  });

  it("names an organization and leads its members back to its extensions", async () => {
    const { organizationId, owner } = await mintOrganization();
    const query = new URLSearchParams({ client_id: installation.client.clientId });
    const url = `${env().baseUrl}${OAUTH_PATH}/organization/${organizationId}/oauth/authorize?${query}`;
    const headers = { accept: "text/html", cookie: owner.cookie };
    const html = sellerPart(await (await authorize(new Request(url, { headers }))).text());
    expect(html).toContain(`href="/organization/${organizationId}/settings#apps"`);
  });
});

it("an error page shows why an extension is suspended, escaped, in the seller's language", async () => {
  const { client, seller } = await mintInstallation();
  await db().client.update({
    where: { clientId: client.clientId },
    data: { suspendedAt: new Date(), suspensionReason: "It copied <b>orders</b>." },
  });
  const show = async (language: string) =>
    errorPage(seller, { client_id: client.clientId }, { "accept-language": language });
  const english = await show("en");
  expect(english).toContain("The platform has suspended it for everyone.");
  expect(english).toContain("It copied &lt;b&gt;orders&lt;/b&gt;.");
  expect(await show("de")).toContain("hat sie für alle gesperrt.");
});

describe("the developer's part of an authorize error page", () => {
  it("security 119: quotes what was sent as text, never as HTML or as a link", async () => {
    const html = await errorPage(developer);
    expect(html).not.toContain("<b>");
    expect(sellerPart(html)).not.toContain("elsewhere");
    expect(developerPart(html)).toContain("elsewhere.example.com");
    const links = [...html.matchAll(/href="([^"]*)"/g)].map(([, href]) => href);
    expect(links.filter((href) => href?.includes("elsewhere"))).toEqual([]);
  });

  it("security 119: shows registered addresses and the fix only to signed-in members of the publisher", async () => {
    const host = new URL(REDIRECT_URI).host;
    for (const as of [null, installation.seller, await mintUser()]) {
      expect(await errorPage(as)).not.toContain(host);
    }
    const html = await errorPage(developer, { redirect_uri: `${REDIRECT_URI}/` });
    expect(html).toContain("<details open>");
    expect(html).toContain(`<bdi>${REDIRECT_URI}</bdi>`);
    expect(html).toContain(`<bdi>${REDIRECT_URI}<mark>/</mark></bdi>`);
    expect(html).toContain("Trailing slash: ");
  });

  it("leads members of the publisher to the request, and strangers to sign-in", async () => {
    const { organizationId } = installation;
    const log = `/organization/${organizationId}/requests?request=`;
    expect(await errorPage(developer)).toContain(log);
    const stranger = await errorPage(null);
    expect(stranger).not.toContain(organizationId);
    expect(stranger).toContain('href="/sign-in?return_to=%2Ferrors%2Finvalid_request%3Frequest_id');
    const seller = await errorPage(installation.seller);
    expect(seller).not.toContain(organizationId);
    expect(seller).toContain("Members of Shipfast &amp; Labs find this request in the console");
  });

  it("shows the code, the check, and the request id, with a policy of its own script and style", async () => {
    const { companyId, client, seller } = installation;
    const query = `client_id=${client.clientId}`;
    const response = await sendAuthorize(companyId, query, seller, {
      accept: "text/html",
      "x-request-id": "a-request-id",
    });
    expect(response.headers.get("content-type")).toContain("text/html");
    expect(response.headers.get("x-frame-options")).toBe("DENY");
    const policy = response.headers.get("content-security-policy") ?? "";
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).toContain("default-src 'none'");
    expect(policy).toMatch(/script-src 'sha256-[^']+'; style-src 'sha256-[^']+';/);
    expect(policy).toContain("form-action 'none'");
    const html = developerPart(await response.text());
    expect(html).toContain("/errors/invalid_request?request_id=");
    expect(html).toContain("<code><bdi>parameter_present</bdi></code>");
    expect(html).toMatch(/<code class="id">[\w-]+<\/code>/);
  });
});
