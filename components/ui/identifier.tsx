import { CopyButton } from "./copy-button";

/** An id, URL or masked secret, whole and copyable. */
export function Identifier({ value, what }: { value: string; what: string }) {
  return (
    <span className="inline-flex max-w-full items-start gap-x-1">
      <code className="min-w-0 font-mono text-sm leading-6">{value}</code>
      <CopyButton value={value} what={what} variant="quiet" className="-my-1" />
    </span>
  );
}
