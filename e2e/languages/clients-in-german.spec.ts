import type { Page } from "@playwright/test";
import { db } from "@/lib/core/db/client";
import { become } from "@/test/browser/become";
import { expectAccessible } from "@/test/browser/expect-accessible";
import { expectGerman } from "@/test/browser/expect-german";
import { expect, test } from "@/test/browser/test";
import {
  mintClient,
  mintCompany,
  mintDeletion,
  mintGrant,
  mintOrganization,
} from "@/test/factories/mint";

test.use({ contextOptions: { reducedMotion: "reduce" } });

test.describe("for a person who chose German", () => {
  test.beforeEach(async ({ page, demo }) => {
    await page.context().addCookies([{ name: "language", value: "de", url: demo.base_url }]);
  });

  test("the client list is in German", async ({ page, database: _ }) => {
    const { organizationId, owner } = await mintOrganization();
    await become(page, owner);
    const path = `/organization/${organizationId}/clients`;
    const tags = Array.from({ length: 20 }, (_, at) => `tag-${at}`);
    await mintClient(organizationId, { name: "Retouren", tags });
    await mintClient(organizationId, {
      name: "Versand",
      redirectUrls: ["http://localhost:3000/fp/auth"],
    });
    const formerClient = await mintClient(organizationId, { name: "Rechnungen" });
    await mintDeletion(formerClient.clientId);
    await page.goto(path);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("OAuth-Clients");
    await page.getByRole("checkbox", { name: "Alle 2 auf dieser Seite auswählen" }).check();
    await page.getByRole("button", { name: "Deaktivieren" }).click();
    await expect(page.getByRole("dialog", { name: "2 Clients deaktivieren?" })).toBeVisible();
    await expectGerman(page);
    await page.getByRole("button", { name: "Abbrechen" }).click();
    await page.getByRole("textbox", { name: "Tag" }).fill("neu");
    await page.getByRole("button", { name: "Tag hinzufügen" }).click();
    await expect(page.getByRole("region", { name: "Was geschehen ist" })).toContainText(
      "Tag „neu“ bei 1 von 2 Clients hinzugefügt.",
    );
    await expectGerman(page);
    await expectAccessible(page);
    for (const [state, text] of [
      ["view=never_used", "Kein Secret dieser Clients wurde je verwendet."],
      ["view=localhost", "Eine Redirect-URL dieser Clients führt zu 127.0.0.1"],
      [
        "q=Zoll&status=active&tag=neu",
        "Von den aktiven Clients mit dem Tag „neu“ hat keiner „Zoll“",
      ],
      ["view=localhost&type=partner", "Clients der Art Partner in der Ansicht „Localhost"],
      ["page=9", "Die Liste ist kürzer geworden."],
      ["view=deleted", "Ein wiederhergestellter Client ist zunächst inaktiv"],
    ] as const) {
      await page.goto(`${path}?${state}`);
      await expect(page.getByRole("main")).toContainText(text);
      await expectGerman(page);
    }
    await expectAccessible(page);
  });

  test("a client's pages are in German", async ({ page, database: _ }) => {
    const { client, path } = await openClient(page);
    const read = async (segment: string, text: string) => {
      await page.goto(path + segment);
      await expect(page.getByRole("main")).toContainText(text);
      await expectGerman(page);
      await expectAccessible(page);
    };
    await page.goto(`${path}/companies`);
    await expect(page.getByRole("main")).toContainText(
      "Keine Firma hat die Erweiterung installiert",
    );
    await expectGerman(page);
    const { companyId } = await mintCompany();
    await mintGrant(client.clientId, companyId, ["company/products/read"]);
    await db().client.update({
      where: { clientId: client.clientId },
      data: { createdAt: new Date("2026-01-01") },
    });
    await read("", "Blue Lotus Sarees");
    await read("/credentials", "Erweiterung verbinden");
    await read("/companies", "1 bis 1 von 1 Firma");
    await read("/configuration", "30 T unbenutzt");
    await page.getByLabel("Abgelehnte Adresse").fill("https://versand.example.com/fp/Auth#top");
    await page.getByRole("button", { name: "Vergleichen" }).click();
    await page.getByText("Die andere Adresse").click();
    await expect(page.getByText("lässt sie sich also nicht registrieren.")).toBeVisible();
    await expectGerman(page);
  });

  test("rotating a secret and deactivating a client are in German", async ({
    page,
    database: _,
  }) => {
    const { client, path } = await openClient(page);
    const dialog = page.getByRole("dialog");
    const press = (name: string) => page.getByRole("button", { name, exact: true }).click();
    await page.goto(`${path}/credentials`);
    await page.getByRole("button", { name: /^Anzeigen/ }).click();
    await dialog.getByLabel("Ihr Passwort").fill("falsch");
    await page.keyboard.press("Enter");
    await expect(dialog).toContainText("Es ist nicht Ihres.");
    await expectGerman(page);
    await press("Abbrechen");
    await press("Secret rotieren");
    await dialog.getByText("Als API-Aufruf").click();
    await expectGerman(page);
    await press("Neues Secret erzeugen");
    await expect(page.getByRole("heading", { name: "Das neue Secret" })).toBeFocused();
    await page.getByRole("tab", { name: "Kubernetes" }).click();
    await expectGerman(page);
    await expectAccessible(page);
    await page.getByLabel("Ich habe das Secret abgelegt").check();
    await press("Fertig");
    const step = page.getByRole("region", { name: "Rotation" }).locator("[aria-current=step]");
    await expect(step).toContainText("Bis dahin gelten die alten weiter.");
    await expectGerman(page);
    await db().clientSecret.updateMany({
      where: { clientId: client.clientId },
      data: { lastUsedAt: new Date(Date.now() - 3 * 3_600_000), lastUsedFrom: "203.0.113.7" },
    });
    await page.reload();
    await expect(step).toContainText("wurde zuletzt vor 3 Stunden von 203.0.113.7 verwendet");
    await page
      .getByRole("button", { name: /^Widerrufen/ })
      .last()
      .click();
    await expect(dialog).toContainText("Gültige Tokens");
    await expectGerman(page);

    await page.goto(`${path}/configuration`);
    await press("Deaktivieren");
    await expect(dialog).toContainText("Gültige Tokens");
    await expectGerman(page);
    await expectAccessible(page);
    await press("Client deaktivieren");
    await press("Löschen");
    await expect(dialog.getByLabel("Geben Sie zur Bestätigung Versand ein")).toBeVisible();
    await dialog.getByText("Als API-Aufruf").click();
    await expectGerman(page);
  });

  test("creating and editing a client are in German", async ({ page, database: _ }) => {
    test.slow();
    const { organizationId, owner } = await mintOrganization();
    await become(page, owner);
    const path = `/organization/${organizationId}/clients`;
    const press = (name: string) => page.getByRole("button", { name, exact: true }).click();
    const expectGood = async () => {
      await expectGerman(page);
      await expectAccessible(page);
    };

    await page.goto(`${path}/new`);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Neuer Client");
    const name = page.getByLabel("Name", { exact: true });
    const url = page.getByLabel("URL der Erweiterung");
    await url.fill("http://versand.example.com");
    await press("Client anlegen");
    await expect(name).toHaveAccessibleDescription(/Geben Sie einen Namen ein\./);
    await page.getByText("Als API-Aufruf zeigen").click();
    await expectGood();
    await name.fill("Versand");
    await press("Client anlegen");
    await expect(url).toHaveAccessibleDescription(/muss https verwenden/);
    await url.fill("https://versand.example.com");

    await page.getByText("Manifest importieren").click();
    const pasted = page.getByLabel("Oder hier einfügen");
    await pasted.fill('{"latchkey_manifest": 1, "access_token_lifetime": 1, "secret": "x"}');
    await press("Mit dem Formular vergleichen");
    await expect(page.getByRole("alert").filter({ hasText: "nicht verwendbar" })).toContainText(
      "secret: Dieses Feld gibt es in einem Manifest nicht.",
    );
    await expectGood();
    await pasted.fill(
      '{"latchkey_manifest": 1, "require_pkce": true, "meta": {"name": "Versand"}, "scopes": {"permissions": ["company/orders/read", "own/scope"]}}',
    );
    await press("Mit dem Formular vergleichen");
    await expect(page.getByRole("rowheader", { name: "PKCE vorschreiben" })).toBeVisible();
    await expectGood();
    await press("In das Formular übernehmen");
    await press("Client anlegen");
    await expect(page.getByRole("heading", { name: "Versand wurde angelegt" })).toBeFocused();
    await expectGood();

    const { clientId } = await db().client.findFirstOrThrow({ where: { organizationId } });
    await page.goto(`${path}/${clientId}/configuration`);
    await page.getByLabel("Beschreibung").fill("Druckt Etiketten.");
    await db().client.update({
      where: { clientId },
      data: { tags: ["neu"], requirePkce: false, version: { increment: 1 } },
    });
    await expect(page.getByText("1 Änderung: Beschreibung")).toBeVisible();
    await press("Speichern");
    const meanwhile = page.getByRole("status").filter({ hasText: "Jemand anderes" });
    await expect(meanwhile).toContainText("PKCE vorschreiben");
    await expect(meanwhile).toContainText("neu");
    await expectGood();
    await press("Mit beiden Änderungen weitermachen");
    await press("Speichern");
    await expect(page.getByText("Gespeichert.")).toBeVisible();
    await expectGood();
    await press("Rückgängig");
    await expect(page.getByText("Rückgängig gemacht.")).toBeVisible();
    await expectGood();
  });
});

/** A client in its own organization, with the owner in the browser. */
async function openClient(page: Page) {
  const { organizationId, owner } = await mintOrganization();
  const client = await mintClient(organizationId, {
    name: "Versand",
    scopes: ["company/products/read", "company/orders/read", "own/scope"],
    redirectUrls: ["https://versand.example.com/fp/auth", "http://localhost:3000/fp/auth"],
  });
  await become(page, owner);
  return { client, path: `/organization/${organizationId}/clients/${client.clientId}` };
}
