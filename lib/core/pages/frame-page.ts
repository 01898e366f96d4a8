import { hash } from "node:crypto";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { accentProperties } from "@/lib/core/brand/accent-values";
import { lastBrand } from "@/lib/core/brand/current-brand";
import type { Brand } from "@/lib/core/brand/values";
import type { RequestHeaders } from "@/lib/core/http/api-request";
import { readCookie } from "@/lib/core/http/cookies";
import { localeDirections } from "@/lib/core/i18n/locales";
import { BRAND_MARK } from "@/lib/core/pages/page-icons";
import type { PageWords } from "@/lib/core/pages/page-words";
import { isTheme, THEME_COOKIE } from "@/lib/core/preferences/preferences";
import { processState } from "@/lib/core/process/process-state";

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

/** What a page made without React puts into its frame. All of it is HTML except the title. */
type FramedPage = {
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

/** A page in the frame of React's pages. Its policy allows only its own style and script; headers choose the theme. */
export function framePage(
  headers: RequestHeaders,
  status: number,
  { locale, shell }: PageWords,
  page: FramedPage,
): Response {
  const brand = lastBrand();
  const { css, source } = pageStyle(brand.accentColor, page.style);
  const theme = readCookie(headers.get("cookie"), THEME_COOKIE) ?? undefined;
  const { logoUri } = brand;
  const mark = logoUri === null ? BRAND_MARK : `<img src="${escapeHtml(logoUri)}" alt="">`;
  const html = `<!doctype html>
<html lang="${locale}" dir="${localeDirections[locale]}"${isTheme(theme) ? ` data-theme="${theme}"` : ""}>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="icon" href="${escapeHtml(logoUri ?? "/latchkey.svg")}">
<title>${escapeHtml(page.title)} · ${escapeHtml(brand.productName)}</title>${page.head ?? ""}
<style>${css}</style>
</head>
<body>
<a class="skip" href="#main">${escapeHtml(shell.skip)}</a>
<header class="bar"><div><a class="home" href="/">${mark}<bdi>${escapeHtml(brand.productName)}</bdi></a></div></header>
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

// The colours are those of app/globals.css; a test compares them.
const STYLE = `
:root,[data-theme]{color-scheme:light dark;
--canvas:light-dark(#f2f5f3,#0e1412);--surface:light-dark(#ffffff,#161e1b);--sunken:light-dark(#e9eeeb,#0a0f0d);--hover:light-dark(#f5f8f6,#1c2622);
--line:light-dark(#d6dfda,#2a3631);--border:light-dark(#74857d,#6f8078);--ink:light-dark(#13201b,#e7efeb);--muted:light-dark(#4a5b54,#a4b4ad);
--link:light-dark(#0f5c47,#8ad3b8);--focus:light-dark(#a36f00,#f0c25c);
--primary:light-dark(#14513f,#8ad3b8);--primary-hover:light-dark(#0d3d2f,#a5e1ca);--primary-ink:light-dark(#ffffff,#062019);
--brass:light-dark(#85600e,#e2b552);--brass-soft:light-dark(#f8efd8,#2d2510);
--bar:light-dark(#10332a,#0b1d18);--bar-ink:light-dark(#eef5f2,#e7efeb);--bar-accent:#e2b552;
--danger:light-dark(#a3241d,#ff9c90);--danger-soft:light-dark(#fcebe9,#351815)}
[data-theme=light]{color-scheme:light}
[data-theme=dark]{color-scheme:dark}
*{box-sizing:border-box}
body{margin:0;min-height:100dvh;display:flex;flex-direction:column;background:var(--canvas);color:var(--ink);font:.9375rem/1.5rem sans,sans-extended,system-ui,sans-serif;-webkit-text-size-adjust:100%;text-size-adjust:100%;font-synthesis-weight:none;overflow-wrap:anywhere}
:focus-visible{outline:2px solid var(--focus);outline-offset:2px;border-radius:.125rem}
a{color:var(--link);font-weight:500;text-decoration-thickness:1px;text-underline-offset:.2em}
a:hover{text-decoration-thickness:2px}
h1{margin:0;font-size:1.625rem;line-height:2rem;font-weight:600;letter-spacing:-.012em;text-wrap:balance}
p{margin:0;text-wrap:pretty}
code,pre{font-family:mono,ui-monospace,monospace;font-variant-ligatures:none}
.skip{position:absolute;inset-inline-start:.5rem;top:-4rem;z-index:1;padding:.5rem 1rem;border-radius:.375rem;background:var(--surface);font-weight:600}
.skip:focus{top:.5rem}
.bar{background:var(--bar)}
.bar>div,footer{width:100%;max-width:76rem;margin-inline:auto;padding-inline:1rem}
.bar>div{height:3.5rem;display:flex;align-items:center}
.home{display:flex;align-items:center;gap:.625rem;color:var(--bar-ink);font-size:1.0625rem;font-weight:600;text-decoration:none}
.home:focus-visible{outline-color:var(--bar-accent)}
.home img,.home svg{width:1.75rem;height:1.75rem;object-fit:contain}
main{flex-grow:1;width:100%;max-width:44rem;margin-inline:auto;padding:2rem 1rem}
footer ul{display:flex;flex-wrap:wrap;gap:.25rem 1rem;margin:0;padding:0 0 1.5rem;list-style:none;font-size:.8125rem}
footer a{color:var(--muted);font-weight:400}
.card{overflow:hidden;border:1px solid var(--line);border-radius:.625rem;background:var(--surface);box-shadow:0 1px 2px light-dark(rgb(16 51 42/.06),rgb(0 0 0/.3))}
.part{display:grid;gap:1rem;padding:1.5rem 1.25rem}
.part+.part{border-top:1px solid var(--line)}
.quiet{color:var(--muted)}
.go{display:flex;flex-wrap:wrap;gap:.75rem}
.button{display:inline-flex;align-items:center;justify-content:center;min-height:2.5rem;padding:.25rem 1rem;border:1px solid var(--border);border-radius:.375rem;background:var(--surface);color:var(--ink);font:inherit;font-weight:600;text-align:center;text-decoration:none;cursor:pointer}
.button:hover{border-color:var(--ink);background:var(--hover)}
.main{border-color:var(--primary);background:var(--primary);color:var(--primary-ink)}
.main:hover{border-color:var(--primary-hover);background:var(--primary-hover)}
.small{min-height:1.5rem;padding:0 .5rem;font-size:.8125rem;line-height:1.25rem}
pre{margin:0;padding:1rem;overflow-x:auto;border:1px solid var(--line);border-radius:.375rem;background:var(--canvas);font-size:1rem;line-height:1.75;user-select:all}
small{color:var(--muted);font-size:.8125rem}
@media(width>=40rem){.bar>div,footer{padding-inline:1.5rem}main{padding:3rem 1.5rem}.part{padding:2rem}}
@media(forced-colors:active){.main{border-width:2px}}
`;

/** The style sheet of pages made without React, and its hash for the Content-Security-Policy. */
type PageStyle = { css: string; source: string };

/** The style of {@link framePage} with rules of its own for a kind of page. @param accentColor of the installation */
export function pageStyle(accentColor: string | null, more = ""): PageStyle {
  const styles = processState("page-styles", () => new Map<string, PageStyle>());
  const key = `${accentColor} ${more}`;
  const storedStyle = styles.get(key);
  if (storedStyle) return storedStyle;
  const css = fontRules() + STYLE + accentRule(accentColor) + more;
  const style = { css, source: sourceOf(css) };
  // A new colour replaces the old one: few are ever used at once.
  if (styles.size > 8) styles.clear();
  styles.set(key, style);
  return style;
}

/** What allows an inline style or script in a Content-Security-Policy. */
function sourceOf(text: string): string {
  return `'sha256-${hash("sha256", text, "base64")}'`;
}

function accentRule(color: string | null): string {
  if (color === null) return "";
  const declarations = Object.entries(accentProperties(color)).map((entry) => entry.join(":"));
  return `html:root{${declarations.join(";")}}\n`;
}

/** Where the build puts the fonts of React's pages, and the browser finds them. */
const FOLDER = [".next", "static", "media"];
const ADDRESS = "/_next/static/media";

/** A font by the start of its file's name, with its descriptors in the style sheet. */
const FONTS = [
  { name: "instrument_sans_latin_wght_", family: "sans", more: "font-weight:400 700" },
  {
    name: "instrument_sans_latin_ext_wght_",
    family: "sans-extended",
    more: "font-weight:400 700;unicode-range:U+0100-02FF,U+1E00-1E9F,U+2C60-2C7F",
  },
  { name: "jetbrains_mono_latin_wght_", family: "mono", more: "font-weight:100 800" },
];

/** The `@font-face` rules of the fonts that React's pages use; "" before the first build, so that the system's apply. */
function fontRules(): string {
  return processState("page-fonts", () => {
    const files = builtFonts();
    return FONTS.map(({ name, family, more }) => {
      const file = files.find((each) => each.startsWith(name));
      if (!file) return "";
      return `@font-face{font-family:${family};src:url(${ADDRESS}/${file}) format("woff2");font-display:swap;${more}}\n`;
    }).join("");
  });
}

function builtFonts(): string[] {
  try {
    return readdirSync(join(/* turbopackIgnore: true */ process.cwd(), ...FOLDER));
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return [];
    throw error;
  }
}
