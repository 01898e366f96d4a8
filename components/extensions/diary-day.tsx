import { useFormatter, useLocale, useTranslations } from "next-intl";
import type { ReactNode } from "react";
import type { Locale } from "@/lib/core/i18n/locales";
import type { DiaryDay, DiaryDenial, DiaryEntry } from "@/lib/tenants/companies/diary/values";
import { Badge } from "../ui/badge";
import { Panel } from "../ui/panel";
import { Timestamp } from "../ui/timestamp";

const DAY_MS = 86_400_000;

/** A day of an extension: its actions by business object, and its denied calls. */
export function DiaryDayPanel({ day, now }: { day: DiaryDay; now: Date }) {
  const t = useTranslations("extensions.diary");
  return (
    <Panel title={<DayTitle day={day.day} now={now} />} padded={false}>
      <div className="divide-y divide-line">
        {day.objects.map(({ name, entries }) => (
          <DayPart key={name} title={name ?? t("elsewhere")}>
            {entries.map((entry) => (
              <Line key={JSON.stringify(entry.action)} lastAt={entry.lastAt} now={now}>
                <Entry entry={entry} />
              </Line>
            ))}
          </DayPart>
        ))}
        {day.denials.length > 0 ? (
          <DayPart title={t("denied")} tone="text-warning">
            {day.denials.map((denial) => (
              <Line key={denial.words} lastAt={denial.lastAt} now={now}>
                <Denial denial={denial} />
              </Line>
            ))}
          </DayPart>
        ) : null}
      </div>
    </Panel>
  );
}

function DayTitle({ day, now }: { day: string; now: Date }) {
  const t = useTranslations("extensions.diary");
  const date = () => <Timestamp value={day} day />;
  const ago = Math.round((Date.parse(now.toISOString().slice(0, 10)) - Date.parse(day)) / DAY_MS);
  if (ago === 0) return t.rich("today", { date });
  return ago === 1 ? t.rich("yesterday", { date }) : date();
}

interface DayPartProps {
  title: string;
  tone?: string;
  children: ReactNode;
}

function DayPart({ title, tone = "text-muted", children }: DayPartProps) {
  return (
    <section className="grid gap-2 px-4 py-4 sm:grid-cols-[10rem_minmax(0,1fr)] sm:px-6">
      <h3 className={`wrap-anywhere font-semibold ${tone}`}>{title}</h3>
      <ul className="grid gap-3">{children}</ul>
    </section>
  );
}

function Line(props: { lastAt: Date; now: Date; children: ReactNode }) {
  const { lastAt, now, children } = props;
  const t = useTranslations("extensions.diary");
  const format = useFormatter();
  return (
    <li className="grid min-w-0 gap-1">
      {children}
      <p className="text-muted text-sm">
        {t.rich("last", {
          relative: format.relativeTime(lastAt, now),
          exact: () => <Timestamp value={lastAt} />,
        })}
      </p>
    </li>
  );
}

function Entry({ entry }: { entry: DiaryEntry }) {
  const t = useTranslations("extensions.diary");
  const { firstUse } = entry;
  return (
    <>
      <p className="wrap-anywhere">
        <Action action={entry.action} /> · {t("times", { count: entry.calls })}
        {entry.failed > 0 ? `, ${t("failed", { count: entry.failed })}` : null}
      </p>
      {firstUse ? (
        <p className="flex flex-wrap items-center gap-2 text-sm">
          <Badge tone="warning">{t(`firstUse.${firstUse.of}`)}</Badge>
          <Timestamp value={firstUse.at} />
        </p>
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
    <p className="wrap-anywhere">
      {t("stopped", { count: calls })}
      {words === null ? null : <> {t.rich("attempted", { words: () => <bdi>{words}</bdi> })}</>}
    </p>
  );
}

/** A business object's name within a sentence: "Orders" as "orders". Abbreviations and German nouns stay. */
function objectInSentence(name: string, locale: Locale): string {
  return locale === "en"
    ? name.replace(/^\p{Lu}(?=\p{Ll})/u, (letter) => letter.toLowerCase())
    : name;
}
