import { useTranslations } from "next-intl";
import { Panel } from "../ui/panel";
import { Skeleton, SkeletonRows } from "../ui/skeleton";

/** A list of calls while it loads. */
export function CallsSkeleton() {
  const t = useTranslations("calls");
  return (
    <Panel padded={false}>
      <div className="flex flex-col gap-4 border-line border-b p-4 sm:px-6" aria-hidden="true">
        <Skeleton className="h-10 w-72" />
        <Skeleton className="h-5 w-32" />
        <Skeleton className="h-10 w-28" />
      </div>
      <SkeletonRows rows={8} label={t("loading")} />
    </Panel>
  );
}
