import { hash } from "node:crypto";
import { accentColors } from "@/lib/core/brand/accent-values";
import { lastBrand } from "@/lib/core/brand/current-brand";
import type { Brand } from "@/lib/core/brand/values";
import type { ServiceError } from "@/lib/core/errors";
import type { RequestHeaders } from "@/lib/core/http/api-request";
import { localeDirections } from "@/lib/core/i18n/locales";
import { type PageWords, pageWords } from "@/lib/core/pages/page-words";

type PageLink = { href: string; label: string };

/** A plain page of a few sentences; every text is escaped here. */
export type PlainPage = {
  title: string;
  /** Why the action failed; shown before the paragraphs. */
  error?: ServiceError;
  paragraphs?: readonly string[];
  /** Texts to keep, one per line, with a way to download them. */
  lines?: { label: string; texts: readonly string[]; fileName: string };
  link?: PageLink;
  /** Where the reader learns more, below the link. */
  details?: PageLink;
  /** Follow the link automatically. */
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
pre{margin:0 0 1rem;padding:1rem;overflow-x:auto;border:1px solid var(--line);border-radius:.375rem;background:var(--ground);font:1rem/1.75 ui-monospace,monospace;user-select:all}
small{color:var(--muted)}`;

/** The accent colour of this installation, if it has one. */
function accentRule({ accentColor }: Brand): string {
  if (accentColor === null) return "";
  const { light, dark } = accentColors(accentColor);
  return `\n:root{--accent:light-dark(${light.primary},${dark.primary})}`;
}

/**
 * A page that needs neither React nor JavaScript. The fast lane uses it for pages, as does the step after Allow: a
 * refresh instead of a redirect, because Chromium silently applies `form-action` to every redirect that follows a form.
 *
 * @param headers of the request; they choose the language
 * @param write writes the page in the words of that language
 */
export function renderPage(
  headers: RequestHeaders,
  status: number,
  write: (t: PageWords["t"]) => PlainPage,
): Response {
  const words = pageWords(headers);
  const brand = lastBrand();
  const style = STYLE + accentRule(brand);
  const page = write(words.t);
  const links = [page.link, page.details]
    .map((link) =>
      link ? `<p><a href="${escapeHtml(link.href)}">${escapeHtml(link.label)}</a></p>` : "",
    )
    .join("");
  const refresh =
    page.link && page.followLink
      ? `<meta http-equiv="refresh" content="0;url=${escapeHtml(page.link.href)}">`
      : "";
  const error = page.error ? renderError(page.error, words) : "";
  const lines = page.lines ? renderLines(page.lines, words) : "";
  const requestId = page.requestId && words.t("request", { id: page.requestId });
  const html = `<!doctype html>
<html lang="${words.locale}" dir="${localeDirections[words.locale]}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="icon" href="${escapeHtml(brand.logoUri ?? "/latchkey.svg")}">
<title>${escapeHtml(page.title)} · ${escapeHtml(brand.productName)}</title>${refresh}
<style>${style}</style>
</head>
<body>
<main>
<h1>${escapeHtml(page.title)}</h1>
${error}
${page.paragraphs?.map((text) => `<p>${escapeHtml(text)}</p>`).join("\n") ?? ""}
${lines}
${links}
${requestId ? `<small>${escapeHtml(requestId)}</small>` : ""}
</main>
</body>
</html>`;
  return new Response(html, {
    status,
    headers: { ...page.error?.headers, ...pageHeaders(style) },
  });
}

// API messages are English, so other languages explain the failed check, or else the code and the message.
function renderError({ code, message, diagnosis }: ServiceError, words: PageWords): string {
  const { locale, codes, causes } = words;
  if (locale === "en") return `<p>${escapeHtml(message)}</p>`;
  if (diagnosis.check) return `<p>${escapeHtml(causes[diagnosis.check])}</p>`;
  return `<p>${escapeHtml(codes[code].title)}.</p>\n<p lang="en">${escapeHtml(message)}</p>`;
}

function renderLines(
  { label, texts, fileName }: NonNullable<PlainPage["lines"]>,
  { t }: PageWords,
): string {
  const text = texts.map((line) => `${line}\n`).join("");
  const href = `data:text/plain;charset=utf-8,${encodeURIComponent(text)}`;
  return `<pre role="group" tabindex="0" aria-label="${escapeHtml(label)}">${escapeHtml(text)}</pre>
<p><a download="${escapeHtml(fileName)}" href="${escapeHtml(href)}">${escapeHtml(t("download", { file: fileName }))}</a></p>`;
}

const pageHeaders = (style: string) => ({
  "content-type": "text/html; charset=utf-8",
  "cache-control": "no-store",
  "content-security-policy": `default-src 'none'; img-src 'self'; style-src 'sha256-${hash("sha256", style, "base64")}'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'`,
  "x-frame-options": "DENY",
  "x-content-type-options": "nosniff",
  "referrer-policy": "no-referrer",
});

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
