import { hash } from "node:crypto";

/** A plain page of a few sentences; every text is escaped here. */
export type PlainPage = {
  title: string;
  paragraphs: readonly string[];
  link?: { href: string; label: string };
  /** Go to the link without being asked. */
  followLink?: boolean;
  requestId?: string;
};

const STYLE = `
:root{color-scheme:light dark;--ground:light-dark(#f2f5f3,#0e1412);--panel:light-dark(#fff,#161e1b);--ink:light-dark(#13201b,#e7efeb);--muted:light-dark(#4a5b54,#a4b4ad);--line:light-dark(#d6dfda,#2a3631);--accent:light-dark(#0f5c47,#8ad3b8)}
*{box-sizing:border-box}
body{margin:0;min-height:100vh;display:grid;place-items:center;padding:1rem;background:var(--ground);color:var(--ink);font:1rem/1.55 ui-sans-serif,system-ui,sans-serif}
main{width:min(32rem,100%);padding:2rem;background:var(--panel);border:1px solid var(--line);border-radius:.75rem;overflow-wrap:anywhere}
h1{margin:0 0 1rem;font-size:1.375rem;line-height:1.25}
p{margin:0 0 1rem}
a{color:var(--accent);font-weight:600}
a:focus-visible{outline:2px solid var(--accent);outline-offset:3px;border-radius:2px}
small{color:var(--muted)}`;

const STYLE_HASH = hash("sha256", STYLE, "base64");

/**
 * A page that needs neither React nor JavaScript. The fast lane answers with it, and so does the
 * step after Allow: a refresh instead of a redirect, because Chromium holds `form-action` against
 * every redirect that follows a form (and its failure is silent).
 */
export function renderPage(status: number, page: PlainPage): Response {
  const link = page.link
    ? `<p><a href="${escapeHtml(page.link.href)}">${escapeHtml(page.link.label)}</a></p>`
    : "";
  const refresh =
    page.link && page.followLink
      ? `<meta http-equiv="refresh" content="0;url=${escapeHtml(page.link.href)}">`
      : "";
  const html = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="icon" type="image/svg+xml" href="/latchkey.svg">
<title>${escapeHtml(page.title)} · Latchkey</title>${refresh}
<style>${STYLE}</style>
</head>
<body>
<main>
<h1>${escapeHtml(page.title)}</h1>
${page.paragraphs.map((text) => `<p>${escapeHtml(text)}</p>`).join("\n")}
${link}
${page.requestId ? `<small>Request ${escapeHtml(page.requestId)}</small>` : ""}
</main>
</body>
</html>`;
  return new Response(html, { status, headers: PAGE_HEADERS });
}

const PAGE_HEADERS = {
  "content-type": "text/html; charset=utf-8",
  "cache-control": "no-store",
  "content-security-policy": `default-src 'none'; img-src 'self'; style-src 'sha256-${STYLE_HASH}'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'`,
  "x-frame-options": "DENY",
  "x-content-type-options": "nosniff",
  "referrer-policy": "no-referrer",
};

const ENTITIES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

/** Text as HTML, in content and in quoted attributes. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? character);
}
