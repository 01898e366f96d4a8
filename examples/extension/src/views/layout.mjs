import { createHash } from "node:crypto";
import { html } from "./html.mjs";
import { style } from "./style.mjs";

// In the page, the icon takes the page's colours, which a browser tab does not know.
const mark = drawMark("var(--accent)", "var(--accent-ink)");
const icon = encodeURIComponent(String(drawMark("#0b6b53", "#ffffff")));

const styleHash = createHash("sha256").update(style).digest("base64");

/** No scripts and no external content; forms stay on this host. */
export const CONTENT_SECURITY_POLICY = `default-src 'none'; img-src data:; style-src 'sha256-${styleHash}'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`;

/**
 * A whole page.
 * @param {{title: string, name: string, config: object, tag?: unknown, refreshSeconds?: number}} page
 * @param {object} content from html
 * @returns {string}
 */
export function renderPage({ title, name, config, tag, refreshSeconds }, content) {
  // The hash covers exactly these characters, so the style must not be escaped.
  const head = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
${refreshSeconds && html`<meta http-equiv="refresh" content="${refreshSeconds}">`}
<link rel="icon" href="data:image/svg+xml,${icon}">
<title>${title} · ${name}</title>`;
  const body = html`</head>
<body>
<header class="top">${mark}<strong>${name}</strong>${tag && html`<span class="tag">${tag}</span>`}</header>
<main>${content}</main>
<footer>Extension on the unmodified FDK packages. Platform: <a href="${config.cluster}">${config.cluster}</a>, client <code>${config.apiKey}</code></footer>
</body>
</html>`;
  return `${head}<style>${style}</style>${body}`;
}

function drawMark(ground, ink) {
  return html`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32" aria-hidden="true"><rect width="32" height="32" rx="9" fill="${ground}"/><path d="M7 11h18M7 21h18M12 11v10M20 11v10" stroke="${ink}" stroke-width="2.2" stroke-linecap="round" fill="none"/></svg>`;
}
