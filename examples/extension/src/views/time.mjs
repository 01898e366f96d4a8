import { html } from "./html.mjs";

const words = new Intl.RelativeTimeFormat("en", { numeric: "always" });
const units = [
  ["day", 86_400_000],
  ["hour", 3_600_000],
  ["minute", 60_000],
  ["second", 1000],
];

/**
 * A point in time as people say it, with the clock time behind it: "in 58 minutes, 14:32 UTC".
 * @param {string} iso ISO 8601
 */
export function renderTime(iso) {
  const clock = `${iso.slice(11, 16)} UTC`;
  return html`<time datetime="${iso}">${sayDistance(iso)}<span class="quiet">, ${clock}</span></time>`;
}

function sayDistance(iso) {
  const exact = new Date(iso).getTime() - Date.now();
  if (Math.abs(exact) < 5000) return "just now";
  // A new one-hour token must not read "in 59 minutes".
  const distance = Math.abs(exact) < 55_000 ? exact : Math.round(exact / 60_000) * 60_000;
  const [unit, length] = units.find(([, candidate]) => Math.abs(distance) >= candidate);
  return words.format(Math.trunc(distance / length), unit);
}
