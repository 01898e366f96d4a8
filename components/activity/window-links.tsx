import { useTranslations } from "next-intl";
import { Link } from "@/components/ui/link";
import { type ActivityWindow, activityQuerySchema, activityWindows } from "@/lib/requests/schemas";

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

const DEFAULT_WINDOW = "7d";

/** The period in an address; an invalid one counts as missing. */
export function parseActivityWindow(text: string): ActivityWindow {
  return activityQuerySchema.shape.window.catch(DEFAULT_WINDOW).parse(text);
}

/** Address of the page at `path` for a period; the default is left out. */
export function activityHref(path: string, window: ActivityWindow): string {
  return window === DEFAULT_WINDOW ? path : `${path}?window=${window}`;
}
