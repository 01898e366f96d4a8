import { useTranslations } from "next-intl";
import { Link } from "@/components/ui/link";
import {
  DEFAULT_FIGURE_WINDOW,
  type FigureWindow,
  figureWindowNames,
} from "@/lib/requests/log/values";

/** Links that choose the period. The address holds the choice. */
export function WindowLinks({ path, window }: { path: string; window: FigureWindow }) {
  const t = useTranslations("overview.windows");
  return (
    <nav aria-label={t("label")}>
      <ul className="flex w-fit gap-1 rounded bg-sunken p-1">
        {figureWindowNames.map((choice) => (
          <li key={choice}>
            <Link
              href={windowHref(path, choice)}
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

/** The period in an address; an invalid one counts as missing. */
export function parseWindow(text: unknown): FigureWindow {
  return figureWindowNames.find((name) => name === text) ?? DEFAULT_FIGURE_WINDOW;
}

/** Address of the page at `path` for a period; the default is left out. */
export function windowHref(path: string, window: FigureWindow): string {
  return window === DEFAULT_FIGURE_WINDOW ? path : `${path}?window=${window}`;
}
