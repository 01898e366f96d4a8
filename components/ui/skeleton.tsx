import clsx from "clsx";

/** A placeholder in the size of the content, so that nothing moves when it loads. */
export function Skeleton({ className }: { className: string }) {
  return (
    <span
      className={clsx("block max-w-full motion-safe:animate-pulse rounded-sm bg-sunken", className)}
    />
  );
}

/** Rows of a list while it loads. */
export function SkeletonRows({ rows = 5, label }: { rows?: number; label: string }) {
  const keys = Array.from({ length: rows }, (_, row) => row);
  return (
    <div role="status" className="divide-y divide-line">
      <span className="sr-only">{label}</span>
      {keys.map((key) => (
        <div key={key} className="flex items-center gap-6 px-4 py-4 sm:px-6" aria-hidden="true">
          <Skeleton className="h-5 w-2/5" />
          <Skeleton className="hidden h-4 w-1/4 sm:block" />
          <Skeleton className="ms-auto h-4 w-16" />
        </div>
      ))}
    </div>
  );
}
