import { renderAnswer } from "./answer.mjs";
import { html } from "./html.mjs";
import { renderPage } from "./layout.mjs";
import { launchPathOf } from "./links.mjs";
import { renderTime } from "./time.mjs";
import { renderToken } from "./token-card.mjs";

const eventNames = {
  launched: "Launched, new tokens",
  installed: "Installed by an administrator",
  refreshed: "Offline token refreshed",
  removed: "Removed by the seller",
};

/** The page after a launch: the tokens, what can be done with them, what has happened. */
export function renderCompany(view) {
  const { name, config, companyId, offline, online, events, answer } = view;
  return renderPage(
    { title: `Company ${companyId}`, name, config, tag: `Company ${companyId}` },
    html`<h1>Connected to company ${companyId}</h1>
<p class="lead">${online.user ? html`Launched by ${online.user}. ` : ""}These are the tokens that this extension holds. Try them.</p>
${view.refreshed && html`<div class="notice" role="status"><strong>Refreshed</strong><p>The offline token below is a new one.</p></div>`}
${view.denial && html`<div class="notice bad" role="alert"><strong>The platform rejected the refresh: ${view.denial.status}</strong><p>${view.denial.message} ${view.denial.request_id && html`(<code>${view.denial.request_id}</code>)`}</p></div>`}
${answer && renderAnswer(answer)}
<div class="cards">
${renderToken("offline", offline, html`${callForm("offline", companyId)}${offline?.refreshable && html`<form method="post" action="/refresh?company_id=${companyId}"><button class="button">Refresh now</button></form>`}`)}
${renderToken("online", online, html`${callForm("online", companyId)}<a class="button" href="${launchPathOf(config, companyId)}">Launch again</a>`)}
</div>
<section class="card"><h2>What has happened</h2><ul class="history">
${events.map((event) => html`<li><span>${eventNames[event.what]}</span><span class="quiet">${renderTime(event.at)}</span></li>`)}
</ul></section>`,
  );
}

function callForm(kind, companyId) {
  return html`<form action="/products"><input type="hidden" name="company_id" value="${companyId}"><input type="hidden" name="token" value="${kind}"><button class="button main">Call products with the ${kind} token</button></form>`;
}
