import { noteLogFacts } from "@/lib/core/http/log-facts";
import { renderOAuthError } from "@/lib/core/http/render-error";
import { framePage } from "@/lib/core/pages/frame-page";
import { pageWords } from "@/lib/core/pages/page-words";
import {
  type DeniedAuthorize,
  describeDenial,
} from "@/lib/protocol/authorize/error-page/describe-denial";
import { writeForDeveloper } from "@/lib/protocol/authorize/error-page/developer-part";
import { writeForSeller } from "@/lib/protocol/authorize/error-page/seller-part";

/**
 * An error that must not be redirected: a page for people, which names only what is registered and quotes what was sent
 * as text in its part for developers; JSON for programs.
 */
export async function renderAuthorizeError(denied: DeniedAuthorize): Promise<Response> {
  const { request, error, requestId } = denied;
  const wantsPage = (request.headers.get("accept") ?? "").includes("text/html");
  if (!wantsPage) return renderOAuthError(error, requestId);
  noteLogFacts(requestId, { error: error.code });
  const denial = await describeDenial(denied);
  const words = pageWords(request.headers);
  const { title, html } = writeForSeller(denial, words);
  return framePage(request.headers, error.status, words, {
    title,
    content: `<div class="card">\n${html}\n${writeForDeveloper(denial, words)}\n</div>`,
    style: PAGE_STYLE,
    script: COPY_SCRIPT,
    hasForm: denial.switchAccountTo !== null,
    headers: error.headers,
  });
}

/** The rules of the error page beside those of the frame. */
export const PAGE_STYLE = `
[hidden]{display:none!important}
h1:has(strong){font-weight:400}
h1 strong{font-weight:600}
.marks{display:flex;align-items:center;gap:.75rem;color:var(--brass)}
.marks>svg{width:1.25rem;height:1.25rem;color:var(--muted)}
.mark{display:grid;place-items:center;height:3.5rem;min-width:3.5rem;border:1px solid var(--line);border-radius:.625rem;background:var(--surface)}
.mark img{width:3rem;height:3rem;object-fit:contain}
.letters{border:0;overflow:hidden}
.letters svg{width:3.5rem;height:3.5rem}
.letters text{fill:#fff;font-size:11px;font-weight:700}
.subject{border:0;background:var(--bar);color:var(--bar-ink)}
.subject svg{width:1.5rem;height:1.5rem}
.words{display:grid;gap:.5rem}
details{border-top:1px solid var(--line)}
summary{display:flex;align-items:center;gap:.375rem;padding:.875rem 1.25rem;color:var(--link);font-weight:600;list-style:none;cursor:pointer}
summary:focus-visible{outline-offset:-2px}
summary::-webkit-details-marker{display:none}
summary svg{width:1rem;height:1rem}
details[open]>summary svg{transform:rotate(90deg)}
.developer{display:grid;gap:1rem;padding:0 1.25rem 1.5rem}
dl{display:grid;gap:.125rem 1.5rem;margin:0}
dt{color:var(--muted);font-size:.8125rem}
dd{min-width:0;margin:0 0 .5rem}
code{font-size:.8125rem}
.sent{padding:.75rem;border:1px solid var(--line);border-radius:.375rem;background:var(--hover)}
.sent dd{margin:0}
mark{border-radius:.125rem;background:var(--danger-soft);color:var(--danger);font-weight:600}
.id{margin-inline-end:.5rem;user-select:all}
@media(width>=40rem){summary{padding-inline:2rem}.developer{padding:0 2rem 2rem}dl{grid-template-columns:9.5rem minmax(0,1fr);row-gap:.5rem}dd{margin:0}}
@media(forced-colors:active){mark{text-decoration:underline}}
`;

/** Shows the buttons that copy, where there is a clipboard, and says beside each what happened. */
export const COPY_SCRIPT = `
if (navigator.clipboard) {
  for (const button of document.querySelectorAll("button[data-copy]")) {
    const { copy, done, failed } = button.dataset;
    const say = (words) => { button.nextElementSibling.textContent = words; };
    button.hidden = false;
    button.onclick = () => navigator.clipboard.writeText(copy).then(() => say(done), () => say(failed));
  }
}
`;
