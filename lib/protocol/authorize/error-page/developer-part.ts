import { fixMessage } from "@/lib/core/diagnosis/fix-values";
import { errorUri } from "@/lib/core/http/render-error";
import { requestPath } from "@/lib/core/http/request-info";
import { escapeHtml } from "@/lib/core/pages/frame-page";
import { CHEVRON_RIGHT } from "@/lib/core/pages/page-icons";
import type { PageWords } from "@/lib/core/pages/page-words";
import type { Denial } from "@/lib/protocol/authorize/error-page/describe-denial";
import { explainRedirectDifference } from "@/lib/protocol/events/explain-redirect-difference";

/** Longer addresses are cut, since anyone can send one. */
const MAX_SHOWN = 1000;

/**
 * What the extension's developer needs, folded: code, check, difference, and request id. Differences and fixes contain
 * what is registered, so only members of the publisher get them.
 */
export function writeForDeveloper(denial: Denial, words: PageWords): string {
  const { t } = words;
  // A failure of ours asks the seller for the request id.
  const isOpen = denial.isOfPublisher || denial.error.status >= 500;
  return `<details${isOpen ? " open" : ""}>
<summary>${CHEVRON_RIGHT}${escapeHtml(t("authorizeDenied.developer.title"))}</summary>
<div class="developer">
${writeAddresses(denial, t)}
<dl>
${writeFacts(denial, words)}
</dl>
${writeConsole(denial, t)}
</div>
</details>`;
}

function writeAddresses({ addresses }: Denial, t: PageWords["t"]): string {
  if (addresses === null) return "";
  const sentUrl = addresses.sent.slice(0, MAX_SHOWN);
  const nearest = explainRedirectDifference(addresses.registered, sentUrl)?.nearest;
  const [marked, expected] =
    nearest === undefined ? [escapeHtml(sentUrl)] : markDifference(sentUrl, nearest);
  return `<dl class="sent">
${fact(t("authorizeDenied.developer.sent"), code(marked))}
${expected === undefined ? "" : fact(t("authorizeDenied.developer.registered"), code(expected))}
</dl>`;
}

function writeFacts({ error, requestId, isOfPublisher }: Denial, words: PageWords): string {
  const { t, locale, fixes, differences, causes } = words;
  const { check, difference, fix } = error.diagnosis;
  const href = escapeHtml(errorUri(error.code, requestId));
  const message = fix && fixMessage(fix);
  return [
    fact(t("authorizeDenied.developer.error"), `<a href="${href}">${code(error.code)}</a>`),
    fact(t("authorizeDenied.developer.request"), copied(requestId, t)),
    check
      ? fact(
          t("authorizeDenied.developer.check"),
          `${code(check)}${locale === "en" ? "" : `<br>${escapeHtml(causes[check])}`}`,
        )
      : "",
    fact(t("authorizeDenied.developer.response"), inEnglish(error.message)),
    isOfPublisher && difference
      ? fact(
          t("authorizeDenied.developer.difference"),
          `<bdi>${escapeHtml(difference.map(({ name, values }) => differences(name, values)).join(" "))}</bdi>`,
        )
      : "",
    isOfPublisher && message
      ? fact(
          t("authorizeDenied.developer.fix"),
          `<bdi>${escapeHtml(fixes(message.name, message.values))}</bdi>`,
        )
      : "",
  ]
    .filter(Boolean)
    .join("\n");
}

function copied(id: string, t: PageWords["t"]): string {
  const words = (name: "copy" | "copyId" | "copied" | "notCopied") =>
    escapeHtml(t(`authorizeDenied.developer.${name}`));
  return `<code class="id">${escapeHtml(id)}</code><button class="button small" type="button" hidden data-copy="${escapeHtml(id)}" data-done="${words("copied")}" data-failed="${words("notCopied")}" aria-label="${words("copyId")}">${words("copy")}</button> <small role="status"></small>`;
}

/** The way to the request in the console. The page behind it checks access; a failure of ours is in no log. */
function writeConsole(denial: Denial, t: PageWords["t"]): string {
  const { client, publisherName, requestId, error } = denial;
  if (client === null || publisherName === null || error.status >= 500) return "";
  if (denial.isOfPublisher) {
    const href = escapeHtml(requestPath(client.organizationId, requestId));
    return `<p><a href="${href}">${escapeHtml(t("authorizeDenied.developer.open"))}</a></p>`;
  }
  const members = escapeHtml(t("authorizeDenied.developer.members", { publisher: publisherName }));
  if (denial.isSignedIn) return `<p class="quiet">${members}</p>`;
  const query = new URLSearchParams({ request_id: requestId });
  const back = new URLSearchParams({ return_to: `/errors/${error.code}?${query}` });
  return `<p class="quiet">${members} <a href="/sign-in?${escapeHtml(back.toString())}">${escapeHtml(t("authorizeDenied.developer.signIn"))}</a></p>`;
}

const fact = (label: string, value: string) => `<dt>${escapeHtml(label)}</dt><dd>${value}</dd>`;
const code = (html: string) => `<code><bdi>${html}</bdi></code>`;
const inEnglish = (text: string) => `<bdi lang="en">${escapeHtml(text)}</bdi>`;

/** Two addresses as HTML, with what is between their common start and end marked in each. */
function markDifference(one: string, other: string): [one: string, other: string] {
  const shorter = Math.min(one.length, other.length);
  let start = 0;
  while (start < shorter && one[start] === other[start]) start += 1;
  let end = 0;
  while (end < shorter - start && one.at(-1 - end) === other.at(-1 - end)) end += 1;
  return [markBetween(one, start, end), markBetween(other, start, end)];
}

function markBetween(text: string, start: number, end: number): string {
  const middle = text.slice(start, text.length - end);
  const marked = middle === "" ? "" : `<mark>${escapeHtml(middle)}</mark>`;
  return escapeHtml(text.slice(0, start)) + marked + escapeHtml(text.slice(text.length - end));
}
