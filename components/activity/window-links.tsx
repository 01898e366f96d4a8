import Link from "next/link";
import { useTranslations } from "next-intl";
import { type ActivityWindow, activityWindows } from "@/lib/requests/schemas";
import { activityHref } from "./activity-query";

/** Links that choose the period. The address holds the choice. */
export function WindowLinks({ path, window }: { path: string; window: ActivityWindow }) {
  const t = useTranslations("activity.windows");
  return (
    <nav aria-label={t("label")}>
      <ul className="flex w-fit gap-1 rounded bg-sunken p-1">
        {activityWindows.map((choice) => (
          <li key={choice}>
            <Link
              href={activityHref(path, choice)}
              scroll={false}
              aria-current={choice === window ? "true" : undefined}
              className="flex min-h-8 items-center whitespace-nowrap rounded-sm px-3 font-semibold text-muted text-sm hover:text-ink aria-[current]:bg-surface aria-[current]:text-ink aria-[current]:shadow-panel"
            >
              {t(choice)}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
