import { noteLogFacts } from "@/lib/core/http/log-facts";
import { renderOAuthError } from "@/lib/core/http/render-error";
import { framePage } from "@/lib/core/pages/frame-page";
import { pageWords } from "@/lib/core/pages/page-words";
import {
  type DeniedAuthorize,
  describeDenial,
} from "@/lib/protocol/authorize/error-page/describe-denial";
import { writeForDeveloper } from "@/lib/protocol/authorize/error-page/developer-part";
import { COPY_SCRIPT, PAGE_STYLE } from "@/lib/protocol/authorize/error-page/page-parts";
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
