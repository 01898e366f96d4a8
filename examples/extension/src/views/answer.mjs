import { STATUS_CODES } from "node:http";
import { html } from "./html.mjs";

const advice = {
  401: "The token is no longer accepted: it has ended or was revoked. Launch again.",
  403: "The token lacks a scope that this call needs, or the person may not do this.",
  502: "Nothing came back. Is the platform running at the address below?",
};

/**
 * What the platform answered to the products call.
 * @param {object} answer from callProducts, with the kind of the token
 */
export function renderAnswer({ kind, status, items, message, request_id }) {
  const good = status < 300;
  return html`<section class="card result" aria-label="Result">
<header><h2>Products, with the ${kind} token</h2><span class="tag ${good ? "good" : "bad"}" data-status="${status}">${status} ${STATUS_CODES[status]}</span></header>
${good ? renderProducts(items) : html`<p>${message}</p>${advice[status] && html`<p class="quiet">${advice[status]}</p>`}${request_id && html`<p class="quiet">The platform's log has it under <code>${request_id}</code>.</p>`}`}
</section>`;
}

function renderProducts(items) {
  if (items.length === 0) return html`<p class="quiet">The company has no products yet.</p>`;
  return html`<table><thead><tr><th scope="col">Product</th><th scope="col">Brand</th><th scope="col">Price</th></tr></thead><tbody>
${items.map((item) => html`<tr><td>${item.name}</td><td>${item.brand?.name}</td><td>${formatPrice(item.price)}</td></tr>`)}
</tbody></table>`;
}

/** A price is one number, or a range over the product's sizes. */
function formatPrice(price) {
  const { min, max } =
    typeof price?.effective === "number"
      ? { min: price.effective, max: price.effective }
      : (price?.effective ?? {});
  if (min === undefined) return "";
  const currency = price.currency_code ?? price.effective.currency_code;
  const options = currency ? { style: "currency", currency } : {};
  const lowest = min.toLocaleString("en", options);
  return max > min ? `${lowest} to ${max.toLocaleString("en", options)}` : lowest;
}
