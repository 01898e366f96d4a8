import { html } from "./html.mjs";
import { renderPage } from "./layout.mjs";
import { extensionsPageOf, isCompanyId, launchPathOf } from "./links.mjs";

/** What went wrong, in words, and the way on. */
export function renderError({ config, title, text, request_id, companyId }) {
  return renderPage(
    { title, name: "Sample extension", config },
    html`<h1>${title}</h1>
<p class="lead">${text}</p>
${request_id && html`<p>The platform's log has it under <code>${request_id}</code>.</p>`}
<p class="actions">${isCompanyId(companyId) && html`<a class="button main" href="${launchPathOf(config, companyId)}">Launch again</a>`}
<a class="button" href="${extensionsPageOf(config, companyId)}">Open Extensions on the platform</a></p>`,
  );
}
