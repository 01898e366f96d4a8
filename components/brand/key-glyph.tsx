/** Number of cuts on the blade; more would be illegible at list size. */
const CUTS = 5;
/** How much deeper each step of a cut goes, in units of the view box. */
const DEPTH_STEP = 1.6;
/** Lower edge of the blade, where the cuts start. */
const EDGE = 14.2;

/**
 * Depths (0 to 3) of the cuts for an identifier, what locksmiths call the bitting. The same
 * identifier always gives the same key, so people recognise a client by its shape before they read
 * 24 hexadecimal digits. FNV-1a with a final mix, since ids of neighbours differ in a few digits.
 */
function bitting(id: string): number[] {
  let hash = 0x811c9dc5;
  for (const character of id) {
    hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193);
  }
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d);
  return Array.from({ length: CUTS }, (_, cut) => (hash >>> (cut * 5 + 4)) & 3);
}

/** Outline of the blade: straight spine above, one notch per cut below. */
function bladePath(depths: number[]): string {
  const notches = depths.map((depth, cut) => {
    const x = 19.5 + cut * 5.2;
    return `L${x} ${EDGE} L${x + 1.3} ${EDGE - depth * DEPTH_STEP} H${x + 3} L${x + 4.3} ${EDGE}`;
  });
  return `M16 5.8 V${EDGE} ${notches.join(" ")} H46 L49.5 10 L46 5.8 Z`;
}

/**
 * A small key whose cuts are derived from `id`. Purely decorative: the id or name itself is always
 * written next to it.
 */
export function KeyGlyph({ id, className }: { id: string; className?: string }) {
  return (
    <svg viewBox="0 0 50 20" className={className} aria-hidden="true" focusable="false">
      <path
        fill="currentColor"
        fillRule="evenodd"
        d="M9 1a9 9 0 1 1 0 18A9 9 0 0 1 9 1ZM6 7.4a2.6 2.6 0 1 0 0 5.2 2.6 2.6 0 0 0 0-5.2Z"
      />
      <path fill="currentColor" d={bladePath(bitting(id))} />
    </svg>
  );
}
