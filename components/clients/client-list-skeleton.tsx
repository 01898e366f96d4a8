import { useTranslations } from "next-intl";
import { Panel } from "../ui/panel";
import { Skeleton, SkeletonRows } from "../ui/skeleton";

/** The client list while it loads, in its final size. */
export function ClientListSkeleton() {
  const t = useTranslations("clients");
  return (
    <Panel padded={false}>
      <div
        className="flex h-12 items-center gap-3 border-line border-b px-4 sm:px-5"
        aria-hidden="true"
      >
        <Skeleton className="h-8 w-72" />
        <Skeleton className="hidden h-8 w-48 sm:block" />
      </div>
      <SkeletonRows rows={8} label={t("loading")} />
    </Panel>
  );
}
