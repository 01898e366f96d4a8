import { html } from "./html.mjs";
import { renderPage } from "./layout.mjs";

/** Shown until the platform has accepted the extension; it reloads itself. */
export function renderWaiting(config, reason) {
  return renderPage(
    { title: "Waiting for the platform", name: "Sample extension", config, refreshSeconds: 2 },
    html`<h1>Waiting for the platform</h1>
<p class="lead">At start the SDK asks the platform who this extension is. It has not succeeded yet, and tries again by itself.</p>
<div class="notice bad" role="status"><strong>Last answer</strong><p>${reason}</p></div>`,
  );
}
