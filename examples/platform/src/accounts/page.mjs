const escapes = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };

/** @param {string} text */
export function escapeHtml(text) {
  return text.replace(/[&<>"']/g, (character) => escapes[character]);
}

/**
 * A page of the platform's own.
 * @param {string} title plain text
 * @param {string} content HTML
 */
export function renderPage(title, content) {
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)} · Market Hall</title>
<style>
  :root { color-scheme: light dark; --accent: light-dark(#a3361f, #ff9d85); }
  body { margin: 0; min-height: 100vh; display: grid; place-content: center; padding: 1.5rem;
    font: 1rem/1.5 system-ui, sans-serif; color: light-dark(#2b211c, #f3ebe4);
    background: light-dark(#fbf3ea, #1d1714); }
  main { width: min(22rem, calc(100vw - 3rem)); }
  .brand { font-weight: 700; color: var(--accent); letter-spacing: -0.01em; }
  h1 { font-size: 1.6rem; line-height: 1.2; margin: 0.5rem 0 1.5rem; text-wrap: balance; }
  label { display: block; margin: 1rem 0 0.25rem; font-weight: 600; }
  input, button { box-sizing: border-box; width: 100%; min-height: 2.75rem; padding: 0 0.75rem;
    font: inherit; border-radius: 0.5rem; }
  input { border: 1px solid light-dark(#9a8b80, #8a7b70); background: light-dark(#fff, #2a221e);
    color: inherit; }
  button { margin-top: 1.25rem; border: 1px solid var(--accent); background: var(--accent);
    color: light-dark(#fff, #2b0f07); font-weight: 600; cursor: pointer; }
  button.quiet { margin-top: 0.5rem; background: none; color: inherit; }
  a { color: var(--accent); }
  :focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
  [role="alert"] { padding: 0.75rem; border-radius: 0.5rem; background: light-dark(#fbdcd3, #4a1f14); }
</style>
<main>
<p class="brand">Market Hall</p>
<h1>${escapeHtml(title)}</h1>
${content}
</main>
</html>`;
}
