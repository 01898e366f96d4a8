import { html } from "./html.mjs";
import { renderTime } from "./time.mjs";

const purposes = {
  offline: "For background work. The SDK renews it automatically.",
  online: "For this visit, in the name of the person who launched.",
};

/**
 * One token and what can be done with it.
 * @param {"offline" | "online"} kind
 * @param {object} [token] from describeToken; absent if there is none
 * @param {unknown} [actions] from html
 */
export function renderToken(kind, token, actions) {
  if (!token) {
    return html`<section class="card"><header><h2>No ${kind} token</h2></header><p class="quiet">${purposes[kind]} A launch brings one, unless EXTENSION_ACCESS_MODE is online.</p></section>`;
  }
  const live = new Date(token.expires_at) > new Date();
  return html`<section class="card" data-token="${kind}">
<header><h2>${kind === "offline" ? "Offline" : "Online"} token</h2><span class="tag ${live ? "good" : "bad"}">${live ? "valid" : "ended"}</span></header>
<p class="quiet">${purposes[kind]}</p>
<code class="token">${token.masked}</code>
<dl>
<dt>${live ? "Ends" : "Ended"}</dt><dd>${renderTime(token.expires_at)}</dd>
<dt>Acts as</dt><dd>${token.user ?? "the extension itself"}</dd>
<dt>Renewal</dt><dd>${token.refreshable ? "with its refresh token" : "by launching again"}</dd>
<dt>Scope</dt><dd>${token.scope.map((scope) => html`<code>${scope}</code>`)}</dd>
</dl>
${actions && html`<div class="actions">${actions}</div>`}
</section>`;
}
