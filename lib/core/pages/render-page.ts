import type { ServiceError } from "@/lib/core/errors";
import type { RequestHeaders } from "@/lib/core/http/api-request";
import { escapeHtml, framePage } from "@/lib/core/pages/frame-page";
import { type PageWords, pageWords } from "@/lib/core/pages/page-words";

/** A plain page of a few sentences; every text is escaped here. */
export type PlainPage = {
  title: string;
  /** Why the action failed; shown before the paragraphs. */
  error?: ServiceError;
  paragraphs?: readonly string[];
  /** Texts to keep, one per line, with a way to download them. */
  lines?: { label: string; texts: readonly string[]; fileName: string };
  link?: { href: string; label: string };
  /** Follow the link automatically. */
  followLink?: boolean;
  requestId?: string;
};

/**
 * A page without React or JavaScript, also the one after Allow: it refreshes instead of redirecting, because Chromium
 * applies `form-action` to every redirect that follows a form. The headers choose its language.
 */
export function renderPage(
  headers: RequestHeaders,
  status: number,
  write: (t: PageWords["t"]) => PlainPage,
): Response {
  const words = pageWords(headers);
  const page = write(words.t);
  const { title, link, error } = page;
  const refresh =
    link && page.followLink
      ? `<meta http-equiv="refresh" content="0;url=${escapeHtml(link.href)}">`
      : "";
  const requestId = page.requestId && words.t("request", { id: page.requestId });
  const content = [
    `<h1>${escapeHtml(title)}</h1>`,
    error ? renderError(error, words) : "",
    ...(page.paragraphs ?? []).map((text) => `<p>${escapeHtml(text)}</p>`),
    page.lines ? renderLines(page.lines, words) : "",
    // Programs that follow the flow find the page's link by `<a href=`, which the frame does not have before it.
    link
      ? `<p class="go"><a href="${escapeHtml(link.href)}" class="button main">${escapeHtml(link.label)}</a></p>`
      : "",
    requestId ? `<small>${escapeHtml(requestId)}</small>` : "",
  ];
  return framePage(headers, status, words, {
    title,
    ...(error && { headers: error.headers }),
    head: refresh,
    content: `<div class="card part">\n${content.filter(Boolean).join("\n")}\n</div>`,
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
