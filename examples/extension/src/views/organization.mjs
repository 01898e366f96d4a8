import { html } from "./html.mjs";
import { renderPage } from "./layout.mjs";
import { renderToken } from "./token-card.mjs";

/** The page after a launch for an organization (/adm/install). */
export function renderOrganization({ name, config, id, tokens }) {
  return renderPage(
    { title: `Organization ${id}`, name, config, tag: "Organization" },
    html`<h1>Connected to an organization</h1>
<p class="lead">Organization <code>${id}</code> has launched this extension.</p>
<div class="cards">${tokens.map((token) => renderToken(token.kind, token))}</div>
<p class="actions"><a class="button" href="/adm/install?organization_id=${id}">Launch again</a></p>`,
  );
}
