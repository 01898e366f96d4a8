import { expect, test } from "@/test/process/process-test";
import { stopServer } from "@/test/process/server-process";
import { signIn } from "@/test/requests/http/sign-in";

const WITHOUT_DEMO = { env: { DEMO: "0" } };

test("without demo data, the printed link creates the first operator once", async ({
  page,
  playwright,
  instance,
  startServer,
}) => {
  const server = await startServer(WITHOUT_DEMO);
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

  const again = await startServer(WITHOUT_DEMO);
  expect(again.output()).not.toContain("/setup/");
});
