import { useTranslations } from "next-intl";
import { Panel } from "../ui/panel";
import { Skeleton, SkeletonRows } from "../ui/skeleton";

/** The client list while it loads, in its final size. */
export function ClientListSkeleton() {
  const t = useTranslations("clients");
  return (
    <Panel padded={false}>
      <div className="flex h-11 items-center border-line border-b px-4 sm:px-6" aria-hidden="true">
        <Skeleton className="h-5 w-64" />
      </div>
      <div className="flex gap-3 border-line border-b p-4 sm:px-6" aria-hidden="true">
        <Skeleton className="h-10 w-72" />
        <Skeleton className="ms-auto hidden h-10 w-48 sm:block" />
      </div>
      <SkeletonRows rows={8} label={t("loading")} />
    </Panel>
  );
}
