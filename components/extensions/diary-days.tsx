import { useFormatter, useLocale, useTranslations } from "next-intl";
import type { ReactNode } from "react";
import type { Locale } from "@/lib/core/i18n/locales";
import type {
  Diary,
  DiaryDay,
  DiaryDenial,
  DiaryEntry,
} from "@/lib/tenants/companies/diary/values";
import { Badge } from "../ui/badge";
import { Panel } from "../ui/panel";
import { Timestamp } from "../ui/timestamp";

const DAY_MS = 86_400_000;

interface DiaryDaysProps {
  days: Diary["days"];
  now: Date;
  keptDays: number;
}

/** The days of a page, with a line for each action and each kind of denied call. */
export function DiaryDays({ days, now, keptDays }: DiaryDaysProps) {
  const t = useTranslations("extensions.diary");
  return (
    <Panel>
      <div className="grid gap-4">
        {days.map((day) => (
          <Day key={day.day} day={day} now={now} />
        ))}
        <p className="text-muted text-sm">{t("explanation", { days: keptDays })}</p>
      </div>
    </Panel>
  );
}

function Day({ day, now }: { day: DiaryDay; now: Date }) {
  return (
    <section id={day.day} className="grid scroll-mt-20 gap-1">
      <h2 className="border-line border-b pb-1 text-base">
        <DayTitle day={day.day} now={now} />
      </h2>
      <ul className="text-sm">
        {day.objects.flatMap(({ entries }) =>
          entries.map((entry) => (
            <Line key={JSON.stringify(entry.action)} lastAt={entry.lastAt}>
              <Entry entry={entry} />
            </Line>
          )),
        )}
        {day.denials.map((denial) => (
          <Line key={denial.words} lastAt={denial.lastAt}>
            <Denial denial={denial} />
          </Line>
        ))}
      </ul>
    </section>
  );
}

function DayTitle({ day, now }: { day: string; now: Date }) {
  const t = useTranslations("extensions.diary");
  const date = () => <Timestamp value={day} exact="day" />;
  const ago = Math.round((Date.parse(now.toISOString().slice(0, 10)) - Date.parse(day)) / DAY_MS);
  if (ago === 0) return t.rich("today", { date });
  return ago === 1 ? t.rich("yesterday", { date }) : date();
}

function Line({ lastAt, children }: { lastAt: Date; children: ReactNode }) {
  const t = useTranslations("extensions.diary");
  const format = useFormatter();
  const time = { hour: "2-digit", minute: "2-digit", hourCycle: "h23", timeZone: "UTC" } as const;
  return (
    <li className="flex min-w-0 items-baseline gap-4 py-0.5">
      <time
        dateTime={lastAt.toISOString()}
        title={lastAt.toISOString()}
        className="shrink-0 text-muted tabular-nums"
      >
        <span className="sr-only">{t("last")} </span>
        {format.dateTime(lastAt, time)}
      </time>
      <p className="wrap-anywhere min-w-0">{children}</p>
    </li>
  );
}

function Entry({ entry }: { entry: DiaryEntry }) {
  const t = useTranslations("extensions.diary");
  const { firstUse } = entry;
  return (
    <>
      <Action action={entry.action} /> · {t("times", { count: entry.calls })}
      {entry.failed > 0 ? `, ${t("failed", { count: entry.failed })}` : null}
      {firstUse ? (
        <>
          {" "}
          <Badge tone="warning">{t(`firstUse.${firstUse.of}`)}</Badge>
        </>
      ) : null}
    </>
  );
}

function Action({ action }: { action: DiaryEntry["action"] }) {
  const t = useTranslations("extensions.diary.did");
  const locale = useLocale();
  if (action.kind === "words") return <bdi>{action.words}</bdi>;
  if (action.kind === "other") return t("other");
  if (action.kind === "used") {
    return t.rich("used", { scope: () => <code className="font-mono">{action.scope}</code> });
  }
  return t(action.kind, { object: objectInSentence(action.object, locale) });
}

function Denial({ denial }: { denial: DiaryDenial }) {
  const t = useTranslations("extensions.diary");
  const { words, calls } = denial;
  return (
    <span className="text-warning">
      {t("stopped", { count: calls })}
      {words === null ? null : <> {t.rich("attempted", { words: () => <bdi>{words}</bdi> })}</>}
    </span>
  );
}

/** A business object's name within a sentence: "Orders" as "orders". Abbreviations and German nouns stay. */
function objectInSentence(name: string, locale: Locale): string {
  return locale === "en"
    ? name.replace(/^\p{Lu}(?=\p{Ll})/u, (letter) => letter.toLowerCase())
    : name;
}
