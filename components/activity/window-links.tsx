import Link from "next/link";
import { type ActivityWindow, activityWindows } from "@/lib/activity/schemas";
import { activityHref } from "./activity-query";
import { windowLabel } from "./activity-words";

/** Chooses how far back is counted. Links, so that the choice is in the address. */
export function WindowLinks({ path, window }: { path: string; window: ActivityWindow }) {
  return (
    <nav aria-label="Window">
      <ul className="flex w-fit gap-1 rounded bg-sunken p-1">
        {activityWindows.map((choice) => (
          <li key={choice}>
            <Link
              href={activityHref(path, choice)}
              aria-current={choice === window ? "true" : undefined}
              className="flex min-h-8 items-center whitespace-nowrap rounded-sm px-3 font-semibold text-muted text-sm hover:text-ink aria-[current]:bg-surface aria-[current]:text-ink aria-[current]:shadow-panel"
            >
              {windowLabel(choice)}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
