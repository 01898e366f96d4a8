import {
  type APIRequestContext,
  test as base,
  type Page,
  type PlaywrightWorkerArgs,
} from "@playwright/test";
import { type DemoFile, readDemoFile } from "@/lib/developer-tools/demo/demo-file";
import { prepareSampleExtension, type SampleExtension } from "@/test/browser/sample-extension";
import { connectServerDatabase } from "@/test/process/server-database";
import { type TestServer, testServer } from "@/test/process/servers";
import { type ManagementApi, openManagementApi } from "@/test/requests/http/management-api";
import { signIn } from "@/test/requests/http/sign-in";

type TestFixtures = {
  /** A browser page with the demo company's owner signed in. */
  sellerPage: Page;
  /** Prepares sample extensions and closes them after the test. */
  sampleExtension(scopes: readonly string[]): Promise<SampleExtension>;
};

type WorkerFixtures = {
  /** The server that tests share. */
  server: TestServer;
  /** Its demo data. Tests share it, so each creates its own client for the demo company. */
  demo: DemoFile;
  /** The organization's API with a token of the demo's management client. */
  management: ManagementApi;
  /** Calls with the session of the demo company's owner. */
  seller: APIRequestContext;
  /** Calls with the session of a staff member of that company. */
  staff: APIRequestContext;
  /** Calls with the session of an admin of the demo organization. */
  admin: APIRequestContext;
  /** Lets the `mint` functions work on the server's database. */
  database: undefined;
};

/** A worker fixture: calls with the session of one person in the demo data. */
function signedIn(person: "seller" | "staff" | "admin") {
  return async (
    { playwright, demo }: PlaywrightWorkerArgs & WorkerFixtures,
    use: (request: APIRequestContext) => Promise<void>,
  ) => {
    const request = await playwright.request.newContext({ baseURL: demo.base_url });
    await signIn(request, demo[person]);
    await use(request);
    await request.dispose();
  };
}

/** Continues in the page's browser with the session of `request`. */
export async function adoptSession(page: Page, request: APIRequestContext): Promise<void> {
  const { cookies } = await request.storageState();
  await page.context().addCookies(cookies);
}

/** Playwright's test with what every test of a running server needs. */
export const test = base.extend<TestFixtures, WorkerFixtures>({
  sellerPage: async ({ page, seller }, use) => {
    await adoptSession(page, seller);
    await use(page);
  },
  sampleExtension: async ({ management, demo }, use) => {
    const prepared: SampleExtension[] = [];
    await use(async (scopes) => {
      const extension = await prepareSampleExtension(management, demo.base_url, scopes);
      prepared.push(extension);
      return extension;
    });
    await Promise.all(prepared.map((extension) => extension.close()));
  },
  // biome-ignore lint/correctness/noEmptyPattern: Playwright requires a destructuring pattern here, even an empty one
  server: [async ({}, use) => use(testServer), { scope: "worker" }],
  demo: [
    async ({ server }, use) => {
      const demo = readDemoFile(server.dataDir);
      if (!demo) throw new Error(`${server.dataDir} holds no demo data`);
      await use(demo);
    },
    { scope: "worker" },
  ],
  management: [
    async ({ playwright, demo }, use) => {
      const request = await playwright.request.newContext({ baseURL: demo.base_url });
      await use(await openManagementApi(request, demo.organization_id, demo.management));
      await request.dispose();
    },
    { scope: "worker" },
  ],
  seller: [signedIn("seller"), { scope: "worker" }],
  staff: [signedIn("staff"), { scope: "worker" }],
  admin: [signedIn("admin"), { scope: "worker" }],
  database: [
    async ({ server }, use) => {
      const close = connectServerDatabase(server);
      await use(undefined);
      await close();
    },
    { scope: "worker" },
  ],
});

export { expect } from "@playwright/test";
