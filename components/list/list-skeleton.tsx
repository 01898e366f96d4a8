import { PageHeader, type PageHeaderProps } from "../ui/page-header";
import { Panel } from "../ui/panel";
import { Skeleton, SkeletonRows } from "../ui/skeleton";

interface ListSkeletonProps extends Pick<PageHeaderProps, "title" | "description"> {
  /** Says what loads. */
  label: string;
}

/** A page with a list while it loads, in its final size. */
export function ListSkeleton({ label, ...header }: ListSkeletonProps) {
  return (
    <>
      <PageHeader {...header} />
      <Panel padded={false}>
        <div
          className="flex h-12 items-center gap-3 border-line border-b px-4 sm:px-5"
          aria-hidden="true"
        >
          <Skeleton className="h-8 w-72" />
          <Skeleton className="hidden h-8 w-48 sm:block" />
        </div>
        <SkeletonRows rows={8} label={label} />
      </Panel>
    </>
  );
}
