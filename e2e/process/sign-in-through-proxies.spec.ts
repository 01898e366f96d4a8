import { mkdir, readFile, writeFile } from "node:fs/promises";
import { userInfo } from "node:os";
import { join } from "node:path";
import type { Page, Response } from "@playwright/test";
import { db } from "@/lib/core/db/client";
import { freePort } from "@/lib/core/db/embedded/start";
import { findProgram } from "@/scripts/find-program.mjs";
import { giveCode, givePassword } from "@/test/browser/people-parts";
import { codeOf, mintSecondFactor } from "@/test/factories/mint-second-factor";
import { expect, test } from "@/test/process/process-test";
import { serveProvider } from "@/test/process/provider/serve-provider";
import { serveUpstream } from "@/test/process/serve-upstream";
import { connectServerDatabase } from "@/test/process/server-database";
import { type Instance, isOpen } from "@/test/process/server-process";
import { demoOf } from "@/test/process/signed-in-demo";

test.use({ contextOptions: { reducedMotion: "reduce" } });

/** The longest that are allowed: a state of 2,046 bytes, and together with this address 2,800. */
const STATE = "é".repeat(341);
const LONGEST_ADDRESS = 2_800 - encodeURIComponent(STATE).length;
const SCOPES = Array.from({ length: 35 }, (_, index) => `company/resource-number-${index}/read`);

for (const proxy of ["nginx", "caddy"] as const) {
  test(`sign-in, second factor, provider, consent, and launch pass the documented ${proxy}`, async ({
    page,
    instance,
    spawnServer,
    startServer,
  }) => {
    const port = await freePort();
    const baseUrl = `http://127.0.0.1:${port}`;
    const provider = await serveProvider(baseUrl);
    const env = { BASE_URL: baseUrl, TRUSTED_PROXIES: "127.0.0.1", DEMO: "1" };
    await startServer({ env: { ...provider.env, ...env, OIDC_COMPANIES_CLAIM: "companies" } });
    const command = await configureProxy(proxy, instance, port);
    spawnServer({
      command,
      env: { XDG_CONFIG_HOME: instance.dataDir, XDG_DATA_HOME: instance.dataDir },
    });
    await expect.poll(() => isOpen(port)).toBe(true);
    const disconnect = connectServerDatabase({ ...instance, baseUrl });
    const demo = demoOf(instance);
    const extension = await serveUpstream();
    const address = `${extension.origin}/`.padEnd(LONGEST_ADDRESS, "a");
    const clientId = demo.extension.client_id;
    await db().client.update({
      where: { clientId },
      data: { redirectUrls: [address], scopes: SCOPES },
    });
    const { id: sellerId } = await db().user.findFirstOrThrow({
      where: { email: demo.seller.email },
    });
    const { secret } = await mintSecondFactor(sellerId);
    const oversized = watchSizes(page, baseUrl);
    const query = { client_id: clientId, redirect_uri: address, response_type: "code" };
    const scope = SCOPES.join(" ");
    const authorize = `${baseUrl}/service/panel/authentication/v1.0/company/${demo.company_id}/oauth/authorize?${new URLSearchParams({ ...query, scope, state: STATE })}`;

    await test.step("a person signs in with password and code, and allows the request", async () => {
      await page.goto(authorize);
      await givePassword(page, demo.seller.email, "a wrong password");
      await givePassword(page, demo.seller.email, demo.seller.password);
      await giveCode(page, codeOf(secret));
      await page.getByRole("button", { name: /^Allow/ }).click();
      await expectArrival(page);
    });

    await test.step("a launch shows no page", async () => {
      await page.goto(authorize);
      await expectArrival(page);
    });

    await test.step("another person signs in at the provider, and allows it again", async () => {
      const companies = [{ id: demo.company_id, role: "owner" }];
      provider.accounts.set("mira", { claims: { companies, email: "mira@example.com" } });
      await page.goto(`${authorize}&prompt=consent`);
      await page.getByRole("button", { name: "Use another account" }).click();
      await page.getByRole("link", { name: /Continue with Acme ID/ }).click();
      await page.getByLabel("Account").fill("mira");
      await page.getByRole("button", { name: "Sign in" }).click();
      await page.getByRole("button", { name: /^Allow/ }).click();
      await expectArrival(page);
    });

    await test.step("an error is sent back too, however long its description is", async () => {
      const unknown = SCOPES.map((name) => `${name}-unknown`).join(" ");
      await page.goto(authorize.replace(/scope=[^&]*/, `scope=${encodeURIComponent(unknown)}`));
      await expect(page.getByText("upstream")).toBeVisible();
      expect(new URL(page.url()).searchParams.get("error")).toBe("invalid_scope");
    });

    expect(oversized).toEqual([]);
    await disconnect();
    await provider.close();
    await extension.close();
  });
}

/** Collects responses of Latchkey that proxies with default buffers might not pass, and steps with long addresses. */
function watchSizes(page: Page, baseUrl: string): string[] {
  const oversized: string[] = [];
  const watch = async (response: Response) => {
    const url = response.url();
    if (!url.startsWith(`${baseUrl}/`)) return;
    const head = (await response.headersArray()).map(({ name, value }) => `${name}: ${value}\r\n`);
    const bytes = Buffer.byteLength(head.join(""));
    const isStep = !url.includes("redirect_uri=");
    if (response.status() >= 500 || bytes > 4_000 || (isStep && url.length > 2_000)) {
      oversized.push(`${response.status()} ${bytes} bytes of headers ${url.length} ${url}`);
    }
  };
  page.on("response", (response) => void watch(response));
  return oversized;
}

async function expectArrival(page: Page): Promise<void> {
  await expect(page.getByText("upstream")).toBeVisible();
  const { searchParams } = new URL(page.url());
  expect([searchParams.has("code"), searchParams.get("state")]).toEqual([true, STATE]);
}

/** Writes the configuration of docs/operating.md for these ports, without TLS. Returns the command that runs it. */
async function configureProxy(
  proxy: "nginx" | "caddy",
  { dataDir, port: target }: Instance,
  port: number,
): Promise<[string, ...string[]]> {
  const folder = join(dataDir, proxy);
  await mkdir(folder);
  const documented = await readFile("docs/operating.md", "utf8");
  const language = proxy === "nginx" ? "nginx" : "caddyfile";
  const [, block = ""] =
    new RegExp(`^\`\`\`${language}\n(.*?)^\`\`\``, "ms").exec(documented) ?? [];
  const site = block
    .replace("127.0.0.1:3000", `127.0.0.1:${target}`)
    .replace("listen 443 ssl", `listen 127.0.0.1:${port}`)
    .replace(/^ *(?:server_name|ssl_certificate).*\n/gm, "")
    // Browsers send the port of this test in Host, as they do not for 443.
    .replace("$host;", "$http_host;")
    .replace(/^auth\.example\.com/, `{\n  admin off\n}\nhttp://127.0.0.1:${port}`);
  const file = join(folder, proxy === "nginx" ? "nginx.conf" : "Caddyfile");
  await writeFile(file, proxy === "nginx" ? nginxMain(site, folder) : site);
  return proxy === "nginx"
    ? [findProgram("nginx") ?? "nginx", "-p", folder, "-c", file, "-e", "stderr"]
    : [findProgram("caddy") ?? "caddy", "run", "--config", file, "--adapter", "caddyfile"];
}

function nginxMain(site: string, folder: string): string {
  const temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"];
  return `daemon off;
pid ${join(folder, "nginx.pid")};
${process.getuid?.() === 0 ? `user ${userInfo().username};` : ""}
events {}
http {
  access_log off;
  ${temporary.map((name) => `${name}_temp_path ${join(folder, name)};`).join("\n  ")}
  ${site}
}
`;
}
