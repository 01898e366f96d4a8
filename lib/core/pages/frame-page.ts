import { lastBrand } from "@/lib/core/brand/current-brand";
import type { Brand } from "@/lib/core/brand/values";
import type { RequestHeaders } from "@/lib/core/http/api-request";
import { readCookie } from "@/lib/core/http/cookies";
import { localeDirections } from "@/lib/core/i18n/locales";
import { escapeHtml } from "@/lib/core/pages/escape-html";
import { BRAND_MARK } from "@/lib/core/pages/page-icons";
import { pageStyle, sourceOf } from "@/lib/core/pages/page-style";
import type { PageWords } from "@/lib/core/pages/page-words";
import { isTheme, THEME_COOKIE } from "@/lib/core/preferences/preferences";

/** What a page made without React puts into its frame. All of it is HTML except the title. */
export type FramedPage = {
  title: string;
  content: string;
  /** Elements of the head. */
  head?: string;
  /** Rules beside those of the frame. */
  style?: string;
  /** A script that the page works without. */
  script?: string;
  /** Whether a form on it posts to us, and so has to say that it comes from us. */
  hasForm?: boolean;
  /** Further headers of the response. */
  headers?: Readonly<Record<string, string>>;
};

/**
 * A page in the frame of React's pages with one task: bar, fonts, colours of both themes, and the brand. Its policy
 * allows only its own style and script.
 *
 * @param headers of the request; they choose the theme
 */
export function framePage(
  headers: RequestHeaders,
  status: number,
  { locale, shell }: PageWords,
  page: FramedPage,
): Response {
  const brand = lastBrand();
  const { css, source } = pageStyle(brand.accentColor, page.style);
  const theme = readCookie(headers.get("cookie"), THEME_COOKIE) ?? undefined;
  const html = `<!doctype html>
<html lang="${locale}" dir="${localeDirections[locale]}"${isTheme(theme) ? ` data-theme="${theme}"` : ""}>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="icon" href="${escapeHtml(brand.logoUri ?? "/latchkey.svg")}">
<title>${escapeHtml(page.title)} · ${escapeHtml(brand.productName)}</title>${page.head ?? ""}
<style>${css}</style>
</head>
<body>
<a class="skip" href="#main">${escapeHtml(shell.skip)}</a>
<header class="bar"><div><a class="home" href="/">${brandMark(brand)}<bdi>${escapeHtml(brand.productName)}</bdi></a></div></header>
<main id="main">
${page.content}
</main>
<footer>${brandLinks(brand, shell.brand)}</footer>
${page.script ? `<script type="module">${page.script}</script>\n` : ""}</body>
</html>`;
  return new Response(html, {
    status,
    headers: { ...page.headers, ...frameHeaders(source, page) },
  });
}

function brandMark({ logoUri }: Brand): string {
  return logoUri === null ? BRAND_MARK : `<img src="${escapeHtml(logoUri)}" alt="">`;
}

function brandLinks(brand: Brand, words: PageWords["shell"]["brand"]): string {
  const links = [
    { label: words.help, href: brand.supportUrl },
    { label: words.contact, href: brand.supportEmail && `mailto:${brand.supportEmail}` },
    { label: words.terms, href: brand.termsUrl },
    { label: words.privacy, href: brand.privacyUrl },
  ].flatMap(({ label, href }) =>
    href ? `<li><a href="${escapeHtml(href)}">${escapeHtml(label)}</a></li>` : [],
  );
  return links.length === 0 ? "" : `<ul>${links.join("")}</ul>`;
}

function frameHeaders(
  style: string,
  { script, hasForm = false }: FramedPage,
): Record<string, string> {
  const scripts = script ? `script-src ${sourceOf(script)}; ` : "";
  return {
    "content-type": "text/html; charset=utf-8",
    "cache-control": "no-store",
    "content-security-policy": `default-src 'none'; img-src 'self'; font-src 'self'; ${scripts}style-src ${style}; frame-ancestors 'none'; base-uri 'none'; form-action ${hasForm ? "'self'" : "'none'"}`,
    "x-frame-options": "DENY",
    "x-content-type-options": "nosniff",
    "referrer-policy": hasForm ? "same-origin" : "no-referrer",
  };
}
