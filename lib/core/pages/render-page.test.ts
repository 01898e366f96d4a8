import { describe, expect, it } from "vitest";
import { ServiceError } from "@/lib/core/errors";
import { renderPage } from "@/lib/core/pages/render-page";

const GERMAN = { "accept-language": "de-AT, en;q=0.5" };

/** The document that a browser with these headers gets for a rejected request. */
async function errorPage(
  headers: Record<string, string>,
  message = "No such <thing>.",
): Promise<string> {
  const response = renderPage(new Headers(headers), 404, (t) => ({
    title: t("seller.extensionNotRemoved"),
    error: new ServiceError("not_found", message),
    link: { href: "/?a=1&b=2", label: t("seller.goOn") },
    requestId: "r-1",
  }));
  expect(response.status).toBe(404);
  return response.text();
}

describe("a page rendered without React", () => {
  it("is in English with the original message by default", async () => {
    const page = await errorPage({});
    expect(page).toContain('<html lang="en" dir="ltr">');
    expect(page).toContain("<h1>The extension was not removed</h1>");
    expect(page).toContain("<p>No such &lt;thing&gt;.</p>");
    expect(page).toMatch(/<a href="\/\?a=1&amp;b=2" class="[^"]+">Go to your extensions<\/a>/);
    expect(page).toContain("<small>Request r-1</small>");
    expect(page.match(/<a href="([^"]*)/)?.[1]).toBe("/?a=1&amp;b=2");
  });

  it("is in the browser's language, explains the code, and quotes the English message", async () => {
    const page = await errorPage(GERMAN);
    expect(page).toContain('<html lang="de" dir="ltr">');
    expect(page).toContain("<h1>Die Erweiterung wurde nicht entfernt</h1>");
    expect(page).toContain("<p>Nicht gefunden.</p>");
    expect(page).toContain('<p lang="en">No such &lt;thing&gt;.</p>');
    expect(page).toContain("<small>Anfrage r-1</small>");
  });

  it("prefers the chosen language over the browser's", async () => {
    const page = await errorPage({ ...GERMAN, cookie: "a=b; language=en" });
    expect(page).toContain('<html lang="en" dir="ltr">');
  });

  it("is in the chosen theme", async () => {
    expect(await errorPage({ cookie: "theme=dark" })).toContain(' data-theme="dark">');
    expect(await errorPage({ cookie: 'theme="><b>' })).not.toContain(" data-theme=");
  });

  it.each([{}, GERMAN])("escapes names chosen by others in each language", async (headers) => {
    const name = '<img src=x>{client}<b>&"';
    const response = renderPage(new Headers(headers), 200, (t) => ({
      title: t("allowed.title", { client: name }),
      paragraphs: [t("allowed.explanation")],
      link: { href: 'https://a.test/"><b>', label: t("allowed.goOn", { host: name }) },
      followLink: true,
    }));
    const page = await response.text();
    expect(page).not.toMatch(/<img|<b>/);
    expect(page).toContain("&lt;img src=x&gt;{client}&lt;b&gt;&amp;&quot;");
    expect(page).toContain('content="0;url=https://a.test/&quot;&gt;&lt;b&gt;"');
  });
});
