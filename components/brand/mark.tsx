/** The Latchkey mark: a latch plate whose keyhole is a key. Decorative next to the product name. */
export function Mark({ className }: { className?: string }) {
  return (
    <svg viewBox="0 0 32 32" className={className} aria-hidden="true" focusable="false">
      <rect
        x="1"
        y="1"
        width="30"
        height="30"
        rx="7"
        fill="#10332a"
        stroke="#e2b552"
        strokeWidth="1.5"
      />
      <path
        fill="#e2b552"
        fillRule="evenodd"
        d="M16 5.5a5.5 5.5 0 0 1 2 10.62V26h-4v-2.5h-2.5v-3H14v-1.5h-1.5v-2.2H14v-.68A5.5 5.5 0 0 1 16 5.5Zm0 3a2.5 2.5 0 1 0 0 5 2.5 2.5 0 0 0 0-5Z"
      />
    </svg>
  );
}
