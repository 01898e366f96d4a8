import { html } from "./html.mjs";
import { renderPage } from "./layout.mjs";
import { extensionsPageOf, isCompanyId, launchPathOf } from "./links.mjs";
import { renderTime } from "./time.mjs";

/** For a browser without a session: where to begin. */
export function renderStart({ name, config, companyId, removed }) {
  return renderPage(
    { title: "Start from the platform", name, config },
    html`<h1>Start from the platform</h1>
${removed && html`<div class="notice bad" role="status"><strong>Company ${companyId} removed this extension</strong><p>${renderTime(removed.at)}. Its tokens have been deleted here.</p></div>`}
${companyId && !removed && html`<div class="notice bad" role="status"><strong>No session for company ${companyId} in this browser</strong><p>It has ended, or it began in another browser.</p></div>`}
<p class="lead">An extension is opened for one company at a time, by a person of that company. So there is nothing to see here yet.</p>
<ol class="steps">
<li>Open <strong>Extensions</strong> on the platform and sign in as a seller.</li>
<li>Choose <strong>${name}</strong>. The first time, you are asked to allow what it wants to do.</li>
<li>You come back here, and the extension holds its tokens.</li>
</ol>
<p class="actions"><a class="button main" href="${extensionsPageOf(config, companyId)}">Open Extensions on the platform</a>
${isCompanyId(companyId) && html`<a class="button" href="${launchPathOf(config, companyId)}">Launch for company ${companyId}</a>`}</p>`,
  );
}
