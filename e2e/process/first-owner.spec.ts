import { expect, test } from "@playwright/test";
import { signIn } from "@/e2e/support/http/sign-in";
import {
  commands,
  type Instance,
  newInstance,
  startServer,
  stopServer,
} from "@/e2e/support/server-process";

let instance: Instance;

test.beforeEach(async () => {
  instance = await newInstance();
});

test.afterEach(() => instance.remove());

test("without demo data the printed link creates the first owner, once", async ({
  page,
  playwright,
}) => {
  const server = await startServer(instance, commands.built, { DEMO: "0" });
  const [link = ""] = /http\S+\/setup\/\S+/.exec(server.output()) ?? [];
  const owner = { email: "owner@example.com", password: "a long enough password" };

  await page.goto(link);
  await page.getByLabel("First name").fill("Ada");
  await page.getByLabel("Last name").fill("Nyberg");
  await page.getByLabel("Email").fill(owner.email);
  await page.getByLabel("Password").fill(owner.password);
  await page.getByLabel("Organization").fill("Shipfast Labs");
  await page.getByRole("button").click();
  await expect(page).toHaveURL(/\/sign-in\?/);

  const request = await playwright.request.newContext({ baseURL: instance.baseUrl });
  await signIn(request, owner);
  await request.dispose();
  await page.goto(link);
  await expect(page.getByLabel("Email")).toHaveCount(0);
  await stopServer(server);

  const again = await startServer(instance, commands.built, { DEMO: "0" });
  expect(again.output()).not.toContain("/setup/");
  await stopServer(again);
});
