// The drawings of React's pages (components/brand, lucide-react), for pages made without React. All are decorative.

/** The mark of an installation without a logo. */
export const BRAND_MARK =
  '<svg viewBox="0 0 32 32" aria-hidden="true"><rect x="1" y="1" width="30" height="30" rx="7" fill="#10332a" stroke="#e2b552" stroke-width="1.5"/><path fill="#e2b552" fill-rule="evenodd" d="M16 5.5a5.5 5.5 0 0 1 2 10.62V26h-4v-2.5h-2.5v-3H14v-1.5h-1.5v-2.2H14v-.68A5.5 5.5 0 0 1 16 5.5Zm0 3a2.5 2.5 0 1 0 0 5 2.5 2.5 0 0 0 0-5Z"/></svg>';

const drawn = (paths: readonly string[]) =>
  `<svg viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-width="2" stroke-linecap="round" stroke-linejoin="round" aria-hidden="true">${paths.map((d) => `<path d="${d}"/>`).join("")}</svg>`;

export const ARROW_RIGHT = drawn(["M5 12h14", "m12 5 7 7-7 7"]);

export const CHEVRON_RIGHT = drawn(["m9 18 6-6-6-6"]);

export const STORE = drawn([
  "M15 21v-5a1 1 0 0 0-1-1h-4a1 1 0 0 0-1 1v5",
  "M17.774 10.31a1.12 1.12 0 0 0-1.549 0 2.5 2.5 0 0 1-3.451 0 1.12 1.12 0 0 0-1.548 0 2.5 2.5 0 0 1-3.452 0 1.12 1.12 0 0 0-1.549 0 2.5 2.5 0 0 1-3.77-3.248l2.889-4.184A2 2 0 0 1 7 2h10a2 2 0 0 1 1.653.873l2.895 4.192a2.5 2.5 0 0 1-3.774 3.244",
  "M4 10.95V19a2 2 0 0 0 2 2h12a2 2 0 0 0 2-2v-8.05",
]);

export const BUILDING = drawn([
  "M10 12h4",
  "M10 8h4",
  "M14 21v-3a2 2 0 0 0-4 0v3",
  "M6 10H4a2 2 0 0 0-2 2v7a2 2 0 0 0 2 2h16a2 2 0 0 0 2-2V9a2 2 0 0 0-2-2h-2",
  "M6 21V5a2 2 0 0 1 2-2h8a2 2 0 0 1 2 2v16",
]);
