import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import type { Browser, Page } from "@playwright/test";
import { asProgram, readSteps } from "@/e2e/process/documented-steps";
import { freePort } from "@/lib/core/db/embedded/start";
import { expect, test } from "@/test/process/process-test";
import { type ServerProcess, stopServer, untilReady } from "@/test/process/server-process";
import { childEnv } from "@/test/process/servers";

const run = promisify(execFile);
const ADA = { email: "ada@markethall.example", password: "a long enough password" };
const EVERYONES = "a-password-for-everyone";

test("docs/platform.md leads from an empty folder to a seller who installs an extension and sees products", async ({
  browser,
  instance,
  spawnServer,
}) => {
  const { baseUrl, extensionPort } = instance;
  const urls = {
    LATCHKEY_URL: baseUrl,
    PLATFORM_URL: `http://127.0.0.1:${await freePort()}`,
    ACCOUNTS_URL: `http://localhost:${await freePort()}`,
  };
  const extensionUrl = `http://127.0.0.1:${extensionPort}`;
  const docs = await readSteps("docs/platform.md", {
    "http://127.0.0.1:3000": urls.LATCHKEY_URL,
    "http://127.0.0.1:4001": urls.PLATFORM_URL,
    "http://localhost:4002": urls.ACCOUNTS_URL,
    "http://127.0.0.1:8080": extensionUrl,
  });
  const variables: Record<string, string> = { BASE: baseUrl };
  let loading = "";
  let latchkey: ServerProcess;

  await test.step("1. start Latchkey", async () => {
    latchkey = spawnServer({ command: docs.program("DEMO=0 npm start") });
    await untilReady(latchkey);
  });

  await test.step("2. become the operator", async () => {
    const [link = ""] = /http\S+\/setup\/\S+/.exec(latchkey.output()) ?? [];
    const page = await newPerson(browser);
    await page.goto(link);
    await page.getByLabel("First name").fill("Ada");
    await page.getByLabel("Last name").fill("Nyberg");
    await page.getByLabel("Organization").fill("Market Hall");
    await enter(page, ADA, docs.named("Create the operator"));
    await enter(page, ADA, "Sign in");
    await expect(page).toHaveURL(/\/organization\//);
    await page.goto(`${baseUrl}/platform`);
    await page.getByRole("link", { name: docs.named("Settings") }).click();
    await page.getByRole("button", { name: docs.named("New service key") }).click();
    await expect(page.getByRole("dialog", { name: "New service key" })).toBeVisible();
  });

  await test.step("3. create a service key", async () => {
    const key = spawnServer({ command: docs.program('npm run service-key -- "Our backend"') });
    expect(await key.ended, key.output()).toBe(0);
    const printed = (name: string) => new RegExp(`${name} +(\\S+)`).exec(key.output())?.[1] ?? "";
    Object.assign(variables, {
      KEY_ID: printed("client_id"),
      KEY_SECRET: printed("client_secret"),
    });
  });

  await test.step("4. connect the provider", async () => {
    const command = ["sh", "-c", asProgram(docs.block("4 market hall"))] as const;
    const marketHall = spawnServer({ command, env: { ...variables, ...urls } });
    await untilReady(marketHall, /^\[platform\] APIs at/m);
    await stopServer(latchkey);
    await untilReady(spawnServer({ command: docs.program("DEMO=0 OIDC_ISSUER=") }));
  });

  await test.step("5 to 7. load scopes, companies, people, a publisher, and its extension", async () => {
    const [token, ...rest] = ["5 token", "5 directory", "6 publisher", "7 import"].map(docs.block);
    loading = token ?? "";
    const answers = await paste([loading, ...rest].join("\n"));
    expect(answers.filter((answer) => answer.error)).toEqual([]);
    expect(answers.slice(-3)).toEqual([1, 2, 3].map((line) => ({ line, status: "created" })));
  });

  await test.step("8. the publisher signs in at the provider and lists an extension", async () => {
    const page = await newPerson(browser);
    await page.goto(baseUrl);
    await signInThere(page, "ravi@shipfast.example");
    await page.getByRole("link", { name: docs.named("Extensions"), exact: true }).click();
    await page.getByRole("link", { name: docs.named("New extension") }).click();
    await page.getByLabel("Name", { exact: true }).fill("Shipfast");
    await page.getByLabel("URL of the extension").fill(extensionUrl);
    await page.getByRole("button", { name: docs.named("Create extension") }).click();
    const panel = page.getByRole("tabpanel", { name: ".env" });
    const lines = (await panel.locator("code").textContent()) ?? "";
    const env = Object.fromEntries(
      [...lines.matchAll(/^(\w+)=(.+)$/gm)].map(([, name = "", value = ""]) => [name, value]),
    );
    variables.CLIENT_ID = env.EXTENSION_API_KEY ?? "";
    const extension = spawnServer({
      command: docs.program("npm run example:extension"),
      env: { ...env, EXTENSION_SESSION_FILE: join(instance.dataDir, "sessions.json") },
    });
    await untilReady(extension, /^\[extension\] ready/m);
    await page.getByLabel("I have stored the secret").check();
    await page.getByRole("button", { name: "Connect the extension" }).click();
    await page.waitForURL("**/connect");
    await page.getByRole("link", { name: docs.named("Configuration") }).click();
    await page.getByRole("combobox", { name: docs.named("Listing") }).selectOption("listed");
    const saved = page.waitForResponse((response) => response.request().method() === "PATCH");
    await page.getByRole("button", { name: docs.named("Save") }).click();
    expect((await saved).status()).toBe(200);
  });

  await test.step("9. a seller signs in at the provider, installs, allows, and sees products", async () => {
    const page = await newPerson(browser);
    const passwords: string[] = [];
    page.on("framenavigated", async (frame) => {
      if (!frame.url().startsWith(baseUrl)) return;
      if ((await frame.locator("input[type=password]").count()) > 0) passwords.push(frame.url());
    });
    await page.goto(`${baseUrl}/company/7001/extensions`);
    await signInThere(page, "mira@harbour-lamps.example");
    await page.getByRole("link", { name: "Install Shipfast" }).click();
    await page.getByRole("button", { name: docs.named("Allow access to Harbour Lamps") }).click();
    const products = docs.named("Call products with the offline token");
    await page.getByRole("button", { name: products }).click();
    await expect(page.getByRole("cell", { name: "Brass lantern" })).toBeVisible();
    expect(passwords).toEqual([]);
    const staff = await newPerson(browser);
    await staff.goto(`${baseUrl}/company/7001/extensions`);
    await signInThere(staff, "jonas@harbour-lamps.example");
    await expect(staff.getByRole("link", { name: "Shipfast", exact: true })).toBeVisible();
  });

  await test.step("8, with review: the backend lists it", async () => {
    expect(await paste(`${loading}\n${docs.block("8 listing")}`)).toMatchObject([
      { client_id: variables.CLIENT_ID, listing: "listed" },
    ]);
  });

  await test.step("11. introspect a token that an imported extension refreshed", async () => {
    expect(await paste(docs.block("11 introspection"))).toMatchObject([
      {
        active: true,
        client_id: "parcelwise-2019",
        company_id: 7001,
        scope: "company/orders/read",
      },
    ]);
  });

  expect(docs.titles).toEqual([
    ...["4 market hall", "5 token", "5 directory", "6 publisher", "7 import"],
    ...["8 listing", "11 introspection"],
  ]);

  /** Pastes into sh, and reads the lines of JSON that this prints. */
  async function paste(commands: string): Promise<Record<string, unknown>[]> {
    const { stdout, stderr } = await run("sh", ["-ec", commands], {
      cwd: instance.dataDir,
      env: childEnv(variables),
    });
    expect(stderr).toBe("");
    const lines = stdout.trim().split("\n");
    return lines.map((line) => JSON.parse(line));
  }

  async function signInThere(page: Page, email: string): Promise<void> {
    await page.getByRole("link", { name: docs.named("Continue with Market Hall") }).click();
    await expect(page).toHaveURL(new RegExp(`^${urls.ACCOUNTS_URL}/`));
    await enter(page, { email, password: EVERYONES }, "Sign in");
    await expect(page).toHaveURL(new RegExp(`^${baseUrl}/`));
  }
});

async function newPerson(browser: Browser): Promise<Page> {
  return (await browser.newContext({ reducedMotion: "reduce" })).newPage();
}

async function enter(
  page: Page,
  { email, password }: { email: string; password: string },
  action: string,
): Promise<void> {
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password").fill(password);
  await page.getByRole("button", { name: action, exact: true }).click();
}
