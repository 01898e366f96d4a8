import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, it } from "vitest";
import { nodeHandler } from "@/lib/api/node-handler";
import { log } from "@/lib/core/telemetry/log";
import { backchannelLogout } from "@/lib/platform/provider/logout/backchannel-logout";
import { serveProvider, type TestProvider } from "@/test/process/provider/serve-provider";
import { configureTestEnv } from "@/test/process/test-env";
import { requireStoredSession, signInNewly } from "@/test/requests/provider-session";
import type { ProviderBrowser } from "@/test/requests/sign-in-at-provider";

let server: Server;
let provider: TestProvider;

/** The statuses that the provider received. */
const answered: number[] = [];

beforeAll(async () => {
  server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const baseUrl = `http://127.0.0.1:${port}`;
  const handler = nodeHandler(baseUrl, async (request) => {
    const response = await backchannelLogout(request);
    answered.push(response.status);
    return response;
  });
  server.on("request", (incoming, outgoing) => void handler(incoming, outgoing, {}));
  provider = await serveProvider(baseUrl);
  log().level = configureTestEnv({ ...provider.env, BASE_URL: baseUrl }).logLevel;
});

afterAll(async () => {
  server.close();
  await provider.close();
});

/** Presses "Yes, sign me out" at the provider. */
async function signOutThere({ there }: ProviderBrowser): Promise<void> {
  const page = await fetch(`${provider.issuer}/session/end`, { headers: there.headers() });
  there.keep(page);
  const [, xsrf = ""] = /name="xsrf" value="([^"]+)"/.exec(await page.text()) ?? [];
  const response = await fetch(`${provider.issuer}/session/end/confirm`, {
    method: "POST",
    headers: there.headers(),
    body: new URLSearchParams({ xsrf, logout: "yes" }),
    redirect: "manual",
  });
  expect(response.status).toBeLessThan(400);
}

it("a sign-out at the provider ends the session that was opened there, and no other", async () => {
  const { browser: one, sub } = await signInNewly();
  const { browser: other } = await signInNewly(sub);
  await signOutThere(one);
  await expect.poll(() => answered).toEqual([200]);
  expect((await requireStoredSession(one)).endedAt).not.toBeNull();
  expect((await requireStoredSession(other)).endedAt).toBeNull();
});
