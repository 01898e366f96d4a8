import { become } from "@/test/browser/become";
import { expectGerman, readGerman } from "@/test/browser/expect-german";
import { adoptSession, expect, test } from "@/test/browser/test";
import { mintClient, mintOrganization, mintOrganizationGrant } from "@/test/factories/mint";
import { mintAuditRows } from "@/test/factories/mint-audit";
import { denial, mintEvents } from "@/test/factories/mint-events";
import { REDIRECT_URI } from "@/test/factories/mint-installation";
import { authorizePath } from "@/test/requests/http/authorize-path";
import { registerExtension } from "@/test/requests/http/extension-client";
import { openAuthorize } from "@/test/requests/http/obtain-code";
import { obtainTokens } from "@/test/requests/http/obtain-tokens";

test.use({ contextOptions: { reducedMotion: "reduce" } });

test.beforeEach(async ({ page, demo }) => {
  await page.context().addCookies([{ name: "language", value: "de", url: demo.base_url }]);
});

test("the company's extensions are in German", async ({
  sellerPage: page,
  request,
  seller,
  management,
  demo,
}) => {
  const client = await registerExtension(management, { base_url: new URL(REDIRECT_URI).origin });
  await obtainTokens(request, seller, demo.company_id, client);
  const path = `/company/${demo.company_id}/extensions`;
  await readGerman(page, path, "Verbundene Erweiterungen");
  await readGerman(page, `${path}/${client.clientId}`, "Produkte, Preise und Bestände sehen.");
});

test("trying out a client is in German", async ({ page, admin, management, demo }) => {
  await adoptSession(page, admin);
  const client = await registerExtension(management);
  const path = `/organization/${demo.organization_id}/clients/${client.clientId}`;
  for (const [screen, tool] of [
    ["try?tool=sandbox", "Sandbox-Uhr"],
    ["try?tool=conformance", "Erweiterung prüfen"],
    ["try", "Der Ablauf"],
  ] as const) {
    await page.goto(`${path}/${screen}`);
    await expect(page.getByRole("tab", { name: tool, selected: true })).toBeVisible();
    await expectGerman(page);
  }
  await page.getByRole("button", { name: "Alle ausführen" }).click();
  await expect(page.getByText("Jeder Schritt hat geklappt.")).toBeVisible();
  await expectGerman(page);
});

test("requests and their fixes are in German", async ({
  page,
  admin,
  request,
  management,
  demo,
}) => {
  await adoptSession(page, admin);
  const client = await registerExtension(management);
  await openAuthorize(request, {
    companyId: demo.company_id,
    ...client,
    query: { response_type: "token" },
  });
  await page.goto(`/organization/${demo.organization_id}/clients/${client.clientId}/requests`);
  await page.locator("[data-row-link]").first().click();
  await expect(page.getByRole("dialog")).toContainText("Senden Sie in der Anfrage");
  await expectGerman(page);
});

test("the audit log, requests, and the overview are in German", async ({ page, database: _ }) => {
  // Each page once without and once with content.
  test.slow();
  const { organizationId, owner } = await mintOrganization();
  const { clientId } = await mintClient(organizationId, { name: "Versand" });
  await become(page, owner);
  const organizationPath = `/organization/${organizationId}`;
  const client = `${organizationPath}/clients/${clientId}`;
  await readGerman(
    page,
    organizationPath,
    "1 von 5 erledigt. Was außerhalb von Sandboxes erledigt ist, wird von selbst abgehakt.",
  );
  await readGerman(page, `${organizationPath}/audit`, "Noch wurde nichts geändert");
  await readGerman(page, `${organizationPath}/requests`, "Keine Anfragen in den letzten 7 Tagen");
  await readGerman(page, `${client}/requests?q=nichts`, "Keine Anfrage passt");

  await mintEvents(clientId, [{}, { kind: "refresh" }, denial("invalid_grant")]);
  await mintAuditRows(organizationId, owner.userId, [
    {
      target: `client:${clientId}`,
      before: { name: "Shipfast", is_active: true, tags: ["one"] },
      after: { name: "Versand", is_active: false, tags: [] },
    },
    {
      action: "access.refused",
      target: "operation:listAudit",
      after: { operation: "listAudit", permission: "audit:read" },
    },
  ]);
  await readGerman(page, organizationPath, "Kein Code von uns");
  await readGerman(page, `${client}/requests?window=24h`, "Kein Code von uns");
  await readGerman(page, `${organizationPath}/audit?verify=1`, "Alle 2 Einträge sind unverändert.");
  const row = page.getByRole("row").filter({ hasText: "hat Versand geändert" });
  for (const text of ["Entfernt:ja", "Hinzugefügt:nein", "Hinzugefügt:nichts"]) {
    await expect(row.getByRole("definition").filter({ hasText: text })).toBeVisible();
  }
  await expect(page.getByRole("row").filter({ hasText: "durfte nicht" })).toContainText(
    "durfte nicht das Audit-Protokoll ansehen",
  );
  await readGerman(page, `${organizationPath}/audit?action=none`, "Nichts passt");
  await readGerman(page, `${organizationPath}/audit?page=9`, "Diese Seite liegt hinter dem Ende");
});

test("viewing and removing installed extensions are in German", async ({ page, database: _ }) => {
  const { organizationId, owner } = await mintOrganization();
  const publisher = await mintOrganization();
  const scopes = ["company/orders/read"];
  const { clientId } = await mintClient(publisher.organizationId, { name: "Versand", scopes });
  await become(page, owner);
  await page.goto(`/organization/${organizationId}/settings`);
  await expect(page.getByRole("heading", { name: "Keine Erweiterung hat Zugriff" })).toBeVisible();
  await expectGerman(page);
  await mintOrganizationGrant(clientId, organizationId, scopes, owner.userId);
  await page.reload();
  await expectGerman(page);
  await page.getByRole("link", { name: "Versand" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Versand");
  await expectGerman(page);
  await page.getByRole("button", { name: "Entfernen" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Entfernen" }).click();
  await expect(page.getByRole("status")).toContainText("Versand wurde entfernt.");
  await expectGerman(page);
});

test("the error pages and the API reference's frame are in German", async ({ page }) => {
  for (const [path, heading] of [
    ["/errors/invalid_grant", "Der Code oder das Refresh-Token ist ungültig"],
    ["/docs", "Latchkey-API"],
    ["/docs/createOnlineToken", "Exchange a code for an online token"],
    ["/docs/directory", "Directory"],
    ["/docs?q=redirect_uri", "Operationen zu „redirect_uri“"],
    ["/nothing-here", "Diese Seite gibt es hier nicht"],
  ] as const) {
    await readGerman(page, path, heading);
  }
});

test.describe("for a browser that prefers German and runs no JavaScript", () => {
  test.use({ locale: "de-AT", javaScriptEnabled: false });

  test("consent and its errors are in German", async ({ sellerPage: page, management, demo }) => {
    const scopes = ["company/orders/read", "company/profile", "own/scope"];
    const client = await registerExtension(management, { scopes: { permissions: scopes } });
    await page.context().clearCookies({ name: "language" });
    await page.goto(authorizePath(demo.company_id, client));
    await expect(
      page.getByRole("heading", { name: "Das darf die Erweiterung dann" }),
    ).toBeVisible();
    await expect(page.getByRole("listitem").filter({ hasText: "Adressen der Kunden" })).toHaveText(
      "SehenBestellungen sehen, mit Namen und Adressen der Kunden.",
    );
    await expectGerman(page);
    const question = page.url();
    await page.getByRole("button", { name: "Nicht erlauben" }).click();
    await expect(page.getByRole("heading", { name: "Es wurde nichts freigegeben" })).toBeVisible();
    await expectGerman(page);
    await page.goto(question.replace(/[^/]+$/, "nothing"));
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(
      "Diese Anfrage gibt es für Sie nicht",
    );
    await expectGerman(page);
    await page.goto(authorizePath(demo.company_id, { ...client, clientId: "0".repeat(24) }));
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(
      "Dieser Link gehört zu keiner Erweiterung",
    );
    await expectGerman(page);
  });
});
