import type { Page } from "@playwright/test";
import { db } from "@/lib/core/db/client";
import { button, dialog, openOrganization } from "@/test/browser/console-parts";
import { expectGerman, readGerman } from "@/test/browser/expect-german";
import { expect, test } from "@/test/browser/test";
import { mintClient, mintCompany, mintDeletion, mintGrant } from "@/test/factories/mint";

test.use({ contextOptions: { reducedMotion: "reduce" } });

test.beforeEach(async ({ page, demo }) => {
  await page.context().addCookies([{ name: "language", value: "de", url: demo.base_url }]);
});

const press = (page: Page, name: string) => button(page, name).click();

/** A client in its own organization, with the owner in the browser. */
async function openClient(page: Page) {
  const { organizationId, home } = await openOrganization(page);
  const { clientId } = await mintClient(organizationId, {
    name: "Versand",
    scopes: ["company/products/read", "company/orders/read", "own/scope"],
    redirectUrls: ["https://versand.example.com/fp/auth", "http://localhost:3000/fp/auth"],
  });
  return { clientId, path: `${home}/clients/${clientId}` };
}

test("the client list is in German", async ({ page, database: _ }) => {
  const { organizationId, home } = await openOrganization(page);
  const path = `${home}/clients`;
  const tags = Array.from({ length: 20 }, (_, at) => `tag-${at}`);
  const redirectUrls = ["http://localhost:3000/fp/auth"];
  await mintClient(organizationId, { name: "Retouren", tags });
  await mintClient(organizationId, { name: "Versand", redirectUrls });
  const formerClient = await mintClient(organizationId, { name: "Rechnungen" });
  await mintDeletion(formerClient.clientId);
  await page.goto(path);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Erweiterungen");
  await page.getByRole("checkbox", { name: "Alle 2 auf dieser Seite auswählen" }).check();
  await press(page, "Deaktivieren");
  await expect(page.getByRole("dialog", { name: "2 Erweiterungen deaktivieren?" })).toBeVisible();
  await expectGerman(page);
  await press(page, "Abbrechen");
  await page.getByRole("textbox", { name: "Tag" }).fill("neu");
  await press(page, "Tag hinzufügen");
  await expect(page.getByRole("region", { name: "Was geschehen ist" })).toContainText(
    "Tag „neu“ bei 1 von 2 Erweiterungen hinzugefügt.",
  );
  await expectGerman(page);
  for (const [state, text] of [
    ["view=never_used", "Kein Secret dieser Erweiterungen wurde je verwendet."],
    ["view=localhost", "Eine Redirect-URL dieser Erweiterungen führt zu 127.0.0.1"],
    ["q=Zoll&status=active&tag=neu", "Suchen Sie nach etwas anderem"],
    ["page=9", "Die Liste ist kürzer geworden."],
    ["view=deleted", "Eine wiederhergestellte Erweiterung ist zunächst inaktiv"],
  ] as const) {
    await readGerman(page, `${path}?${state}`, text);
  }
});

test("a client's pages are in German", async ({ page, database: _ }) => {
  const { clientId, path } = await openClient(page);
  await readGerman(page, `${path}/companies`, "Keine Firma hat die Erweiterung installiert");
  const { companyId } = await mintCompany();
  await mintGrant(clientId, companyId, ["company/products/read"]);
  const createdAt = new Date("2026-01-01");
  await db().client.update({ where: { clientId }, data: { createdAt } });
  await readGerman(page, path, "Blue Lotus Sarees");
  await readGerman(page, `${path}/credentials`, "Der API-Schlüssel ist öffentlich");
  await readGerman(page, `${path}/companies`, "Blue Lotus Sarees");
  await readGerman(page, `${path}/configuration/versions`, "Keine frühere Version");
  await readGerman(page, `${path}/configuration`, "30 T unbenutzt");
  await page.getByLabel("Abgelehnte Adresse").fill("https://versand.example.com/fp/Auth#top");
  await press(page, "Vergleichen");
  await page.getByText("Die andere Adresse").click();
  await expect(page.getByText("lässt sie sich also nicht registrieren.")).toBeVisible();
  await expectGerman(page);
});

test("rotating a secret and deactivating a client are in German", async ({ page, database: _ }) => {
  const { clientId, path } = await openClient(page);
  await page.goto(`${path}/credentials`);
  await page.getByRole("button", { name: /^Anzeigen/ }).click();
  await dialog(page).getByLabel("Ihr Passwort").fill("falsch");
  await page.keyboard.press("Enter");
  await expect(dialog(page)).toContainText("Es ist nicht Ihres.");
  await expectGerman(page);
  await press(page, "Abbrechen");
  await press(page, "Secret rotieren");
  await dialog(page).getByText("Als API-Aufruf").click();
  await expectGerman(page);
  await press(page, "Neues Secret erzeugen");
  await expect(page.getByRole("heading", { name: "Das neue Secret" })).toBeFocused();
  await page.getByRole("tab", { name: "Kubernetes" }).click();
  await expectGerman(page);
  await page.getByLabel("Ich habe das Secret abgelegt").check();
  await press(page, "Fertig");
  const step = page.getByRole("region", { name: "Rotation" }).locator("[aria-current=step]");
  await expect(step).toContainText("Bis dahin gelten die alten weiter.");
  await expectGerman(page);
  await db().clientSecret.updateMany({
    where: { clientId },
    data: { lastUsedAt: new Date(Date.now() - 3 * 3_600_000), lastUsedFrom: "203.0.113.7" },
  });
  await page.reload();
  await expect(step).toContainText("Zuletzt verwendet vor 3 Stunden von 203.0.113.7");
  await button(page, /^Widerrufen/)
    .last()
    .click();
  await expect(dialog(page)).toContainText("Gültige Tokens");
  await expectGerman(page);

  await page.goto(`${path}/configuration`);
  await press(page, "Deaktivieren");
  await expect(dialog(page)).toContainText("Gültige Tokens");
  await expectGerman(page);
  await press(page, "Erweiterung deaktivieren");
  await press(page, "Löschen");
  await expect(dialog(page).getByLabel("Geben Sie zur Bestätigung Versand ein")).toBeVisible();
  await dialog(page).getByText("Als API-Aufruf").click();
  await expectGerman(page);
});

test("creating and editing a client are in German", async ({ page, database: _ }) => {
  const { organizationId, home } = await openOrganization(page);
  await page.goto(`${home}/clients/new`);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Neue Erweiterung");
  const name = page.getByLabel("Name", { exact: true });
  const url = page.getByLabel("URL der Erweiterung");
  await url.fill("http://versand.example.com");
  await press(page, "Erweiterung anlegen");
  await expect(name).toHaveAccessibleDescription(/Füllen Sie dieses Feld aus\./);
  await page.getByText("Als API-Aufruf zeigen").click();
  await expectGerman(page);
  await name.fill("Versand");
  await press(page, "Erweiterung anlegen");
  await expect(url).toHaveAccessibleDescription(/muss https verwenden/);
  await url.fill("https://versand.example.com");

  await page.getByText("Manifest importieren").click();
  const pasted = page.getByLabel("Oder hier einfügen");
  await pasted.fill('{"latchkey_manifest": 1, "access_token_lifetime": 1, "secret": "x"}');
  await expect(page.getByRole("alert").filter({ hasText: "nicht verwendbar" })).toContainText(
    "secret: Dieses Feld gibt es in einem Manifest nicht.",
  );
  await expectGerman(page);
  await pasted.fill('{"latchkey_manifest": 1, "require_pkce": true, "meta": {"name": "Versand"}}');
  await expect(page.getByRole("rowheader", { name: "PKCE vorschreiben" })).toBeVisible();
  await expectGerman(page);
  await press(page, "In das Formular übernehmen");
  await press(page, "Erweiterung anlegen");
  await expect(page.getByRole("heading", { name: "Versand wurde angelegt" })).toBeFocused();
  await expectGerman(page);

  const { clientId } = await db().client.findFirstOrThrow({ where: { organizationId } });
  await page.goto(`${home}/clients/${clientId}/configuration`);
  await page.getByLabel("Beschreibung").fill("Druckt Etiketten.");
  const data = { tags: ["neu"], requirePkce: false, version: { increment: 1 } };
  await db().client.update({ where: { clientId }, data });
  await expect(page.getByText("1 Änderung: Beschreibung")).toBeVisible();
  await press(page, "Speichern");
  const meanwhile = page.getByRole("status").filter({ hasText: "Jemand anderes" });
  await expect(meanwhile).toContainText("PKCE vorschreiben");
  await expectGerman(page);
  await press(page, "Mit beiden Änderungen weitermachen");
  for (const [action, notice] of [
    ["Speichern", "Gespeichert."],
    ["Rückgängig", "Rückgängig gemacht."],
  ] as const) {
    await press(page, action);
    await expect(page.getByText(notice)).toBeVisible();
    await expectGerman(page);
  }
});
