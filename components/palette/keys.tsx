/** Keys to press, one after the other or together. */
export function Keys({ keys }: { keys: readonly string[] }) {
  return (
    <span className="flex gap-1">
      {keys.map((key) => (
        <kbd
          key={key}
          className="min-w-6 rounded-sm border border-border bg-sunken px-1.5 text-center font-mono text-muted text-xs leading-5"
        >
          {key}
        </kbd>
      ))}
    </span>
  );
}
