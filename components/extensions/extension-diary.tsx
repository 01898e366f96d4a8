import { useTranslations } from "next-intl";
import type { Diary } from "@/lib/tenants/companies/diary/values";
import { CursorLinks } from "../list/filtered-list";
import { EmptyState } from "../ui/empty-state";
import { Panel } from "../ui/panel";
import { RefreshWhile } from "../ui/refresh-while";
import { DiaryDays } from "./diary-days";
import { DiaryWeek } from "./diary-week";

export interface ExtensionDiaryProps {
  diary: Diary;
  /** Of this tab. */
  path: string;
  /** Whether the extension can still do something. */
  isConnected: boolean;
  /** The day before which the page ends; missing on the newest one. */
  before: string | undefined;
  now: Date;
  /** The number of days for which entries are stored. */
  keptDays: number;
}

/** The actions of an extension by day. The newest page updates itself. */
export function ExtensionDiary(props: ExtensionDiaryProps) {
  const { diary, path, isConnected, before, now, keptDays } = props;
  const t = useTranslations("extensions.diary");
  const isNewest = before === undefined;
  return (
    <>
      {diary.days[0] ? (
        <>
          <DiaryWeek
            days={diary.days}
            newest={isNewest ? now.toISOString().slice(0, 10) : diary.days[0].day}
          />
          <DiaryDays days={diary.days} now={now} keptDays={keptDays} />
        </>
      ) : (
        <Panel padded={false}>
          <EmptyState title={t(isNewest ? "empty" : "emptyBefore")} next={t("emptyNext")} />
        </Panel>
      )}
      <CursorLinks
        path={path}
        state={{ cursor: before }}
        next={diary.before ?? undefined}
        words={{ first: t("newest"), next: t("older") }}
      />
      {isNewest && isConnected ? <RefreshWhile steadily /> : null}
    </>
  );
}
