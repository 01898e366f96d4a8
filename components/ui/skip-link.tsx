/** First stop of the Tab key: over the navigation to the content. */
export function SkipLink() {
  return (
    <a
      href="#main"
      className="sr-only rounded bg-surface px-4 py-2 font-semibold text-link focus:not-sr-only focus:absolute focus:start-2 focus:top-2 focus:z-10"
    >
      Skip to content
    </a>
  );
}
