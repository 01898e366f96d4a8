const escapes = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };

class Markup {
  constructor(text) {
    this.text = text;
  }
  toString() {
    return this.text;
  }
}

/**
 * Template tag that escapes every value except what it made itself; lists are joined, and
 * undefined, null and false leave nothing.
 * @returns {Markup} turned into text by String()
 */
export function html(strings, ...values) {
  return new Markup(String.raw({ raw: strings }, ...values.map(render)));
}

function render(value) {
  if (value instanceof Markup) return value.text;
  if (Array.isArray(value)) return value.map(render).join("");
  if (value === undefined || value === null || value === false) return "";
  return String(value).replace(/[&<>"']/g, (character) => escapes[character]);
}
