import clsx from "clsx";
import { useFormatter, useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { type Diary, type DiaryDay, dayBefore } from "@/lib/tenants/companies/diary/values";
import { Panel } from "../ui/panel";

const COLUMNS = 7;

/** Squares grow with each power of ten. */
const SIZES = ["size-2", "size-3.5", "size-5", "size-6.5"];

/** The days of a page at a glance: a row for each business object, and a square by the number of its calls. */
export function DiaryWeek({ days, newest }: { days: Diary["days"]; newest: string }) {
  const t = useTranslations("extensions.diary");
  const format = useFormatter();
  const columns = columnsOf(days, newest);
  const byDay = new Map(days.map((day) => [day.day, day]));
  const objects = [...new Set(days.flatMap((day) => day.objects.map(({ name }) => name)))];
  const denied = days.some((day) => day.denials.length > 0);
  return (
    <Panel padded={false}>
      <table className="w-full table-fixed text-sm">
        <caption className="caption-bottom border-line border-t px-4 py-2 text-start text-muted sm:px-6">
          {t("week")}
        </caption>
        <thead>
          <tr className="border-line border-b">
            <td className="w-1/4 sm:w-40" />
            {columns.map((day) => (
              <th key={day} scope="col" className="py-2 font-normal text-muted tabular-nums">
                {format.dateTime(new Date(day), { weekday: "short", timeZone: "UTC" })}
                <br />
                {byDay.has(day) ? (
                  <a href={`#${day}`} className="link">
                    {format.dateTime(new Date(day), { day: "numeric", timeZone: "UTC" })}
                  </a>
                ) : (
                  format.dateTime(new Date(day), { day: "numeric", timeZone: "UTC" })
                )}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="divide-y divide-line">
          {objects.map((name) => (
            <Row key={name} title={name ?? t("elsewhere")}>
              {columns.map((day) => (
                <Square key={day} {...callsOf(byDay.get(day), name)} />
              ))}
            </Row>
          ))}
          {denied ? (
            <Row title={t("denied")}>
              {columns.map((day) => (
                <Square
                  key={day}
                  calls={sum(byDay.get(day)?.denials.map(({ calls }) => calls))}
                  isFirst={false}
                  denied
                />
              ))}
            </Row>
          ) : null}
        </tbody>
      </table>
    </Panel>
  );
}

function Row({ title, children }: { title: string; children: ReactNode }) {
  return (
    <tr>
      <th scope="row" className="wrap-anywhere ps-4 pe-1 text-start font-semibold sm:ps-6">
        {title}
      </th>
      {children}
    </tr>
  );
}

interface SquareProps {
  calls: number;
  /** Whether a sensitive permission was used for the first time. */
  isFirst: boolean;
  denied?: boolean;
}

function Square({ calls, isFirst, denied = false }: SquareProps) {
  const t = useTranslations("extensions.diary");
  if (calls === 0) return <td className="h-8" />;
  const words = t("square", { count: calls, first: String(isFirst) });
  return (
    <td className="h-8" title={words}>
      <span
        className={clsx(
          "mx-auto block rounded-xs",
          SIZES[Math.min(SIZES.length - 1, Math.floor(Math.log10(calls)))],
          denied ? "border-2 border-warning" : "bg-primary",
          isFirst ? "outline-2 outline-warning outline-offset-2" : null,
        )}
      />
      <span className="sr-only">{words}</span>
    </td>
  );
}

function callsOf(day: DiaryDay | undefined, name: string | null): SquareProps {
  const entries = day?.objects.find((object) => object.name === name)?.entries ?? [];
  return {
    calls: sum(entries.map(({ calls }) => calls)),
    isFirst: entries.some(({ firstUse }) => firstUse !== null),
  };
}

function sum(counts: readonly number[] = []): number {
  return counts.reduce((total, count) => total + count, 0);
}

/** The days of a page, filled up to seven with the newest days without a call, oldest first. */
function columnsOf(days: Diary["days"], newest: string): string[] {
  const columns = new Set(days.map(({ day }) => day));
  for (let day = newest; columns.size < COLUMNS; day = dayBefore(day)) columns.add(day);
  return [...columns].sort();
}
