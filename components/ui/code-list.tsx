/** Ids, addresses, or scopes below each other; `none` instead of an empty list. */
export function CodeList({ values, none }: { values: readonly string[]; none?: string }) {
  if (values.length === 0) return <span className="text-muted">{none}</span>;
  return (
    <ul className="grid gap-0.5">
      {values.map((value) => (
        <li key={value}>
          <code className="wrap-anywhere font-mono text-sm">{value}</code>
        </li>
      ))}
    </ul>
  );
}
