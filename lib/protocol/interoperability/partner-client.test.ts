import { once } from "node:events";
import { createServer, type RequestListener } from "node:http";
import { createRequire } from "node:module";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { db } from "@/lib/core/db/client";
import { env } from "@/lib/core/env/env";
import { type MintedClient, mintClient, mintOrganization } from "@/test/factories/mint";
import { serveFlow } from "@/test/requests/serve-flow";
import { walkFlow } from "@/test/requests/walk-flow";

// The published, unmodified packages that the sample extension has installed.
const fromExtension = createRequire(`${process.cwd()}/examples/extension/package.json`);

type PartnerClient = {
  request(call: { method: string; url: string; query?: object; body?: object }): Promise<Json>;
};
type Json = { [name: string]: unknown };
type Fdk = {
  fdkHandler: RequestListener;
  extension: { isInitialized: boolean };
  getPartnerClient(organizationId: string): Promise<PartnerClient>;
};

const SCOPES = ["organization/clients/read", "organization/clients/write"];

let stopService: () => Promise<void>;
let stopExtension: () => void;
let organization: Awaited<ReturnType<typeof mintOrganization>>;
let extension: MintedClient;
let extensionUrl: string;
let fdk: Fdk;

beforeAll(async () => {
  stopService = await serveFlow();
  organization = await mintOrganization();
  const publisher = await mintOrganization();
  const express = fromExtension("express");
  const app = express();
  const server = createServer(app);
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  extensionUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  stopExtension = () => server.close();
  extension = await mintClient(publisher.organizationId, {
    baseUrl: extensionUrl,
    redirectUrls: [`${extensionUrl}/adm/auth`],
    scopes: SCOPES,
  });
  fdk = await startFdk(app, express);
});

afterAll(async () => {
  stopExtension();
  await stopService();
});

async function startFdk(
  app: { use(...handlers: unknown[]): void },
  express: { json(): unknown },
): Promise<Fdk> {
  const { setupFdk } = fromExtension("@gofynd/fdk-extension-javascript/express/index.js");
  const { MemoryStorage } = fromExtension("@gofynd/fdk-extension-javascript/express/storage");
  const nothing = async () => "/";
  const started: Fdk = await setupFdk(
    {
      api_key: extension.clientId,
      api_secret: extension.clientSecret,
      base_url: extensionUrl,
      scopes: SCOPES,
      access_mode: "offline",
      cluster: env().baseUrl,
      callbacks: { auth: nothing, uninstall: nothing },
      storage: new MemoryStorage("test"),
    },
    true,
  );
  app.use(fromExtension("cookie-parser")("a cookie secret"), express.json(), started.fdkHandler);
  return started;
}

/** Acts as an owner's browser that installs the extension for the organization. */
async function install(): Promise<void> {
  const query = `organization_id=${organization.organizationId}`;
  const installStart = await fetch(`${extensionUrl}/adm/install?${query}`, { redirect: "manual" });
  const cookie = installStart.headers
    .getSetCookie()
    .map((each) => each.split(";", 1)[0])
    .join("; ");
  const back = await walkFlow(installStart.headers.get("location") ?? "", organization.owner);
  const callback = await fetch(back, { headers: { cookie }, redirect: "manual" });
  expect(callback.headers.get("location")).toBe(`${extensionUrl}/admin`);
}

const clientsOf = () =>
  `/service/partner/authorization/v1.0/organization/${organization.organizationId}/oauth/client`;

describe("sdk: getPartnerClient with a token of the organization flow", () => {
  it("creates, lists, reads, changes, and deletes a client of the organization", async () => {
    await install();
    const partner = await fdk.getPartnerClient(organization.organizationId);
    const created = await partner.request({
      method: "POST",
      url: clientsOf(),
      body: {
        meta: { name: "Made by a partner", description: "Of the SDK", tags: ["sdk"] },
        scopes: { type: "company", permissions: ["company/products/read"] },
      },
    });
    expect(created).toMatchObject({
      organization_id: organization.organizationId,
      secret: [expect.stringMatching(/^lks_/)],
    });
    const url = `${clientsOf()}/${created.client_id}`;
    const query = { page_no: 1, page_size: 10, is_active: true };
    const listed = await partner.request({ method: "GET", url: clientsOf(), query });
    expect(listed).toMatchObject({ items: [{ client_id: created.client_id }] });
    const read = await partner.request({ method: "GET", url });
    expect(read).toMatchObject({ meta: { name: "Made by a partner" } });
    const body = { meta: { name: "Changed by a partner", description: "", tags: [] } };
    const changed = await partner.request({ method: "PUT", url, body });
    expect(changed).toMatchObject({ meta: { name: "Changed by a partner" } });
    const deleted = await partner.request({ method: "DELETE", url });
    expect(deleted).toMatchObject({ client_id: created.client_id, is_active: false });
    const rows = await db().auditRow.findMany({
      where: { organizationId: organization.organizationId, target: `client:${created.client_id}` },
      orderBy: { id: "asc" },
    });
    expect(rows.map(({ action, actor }) => [action, actor])).toEqual(
      ["client.created", "client.updated", "client.deleted"].map((action) => [
        action,
        `client:${extension.clientId}`,
      ]),
    );
  });
});
