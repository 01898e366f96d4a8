import { ChevronLeft, ChevronRight } from "lucide-react";
import { useTranslations } from "next-intl";
import type { Diary } from "@/lib/tenants/companies/diary/values";
import { UntrustedName } from "../consent/untrusted-name";
import { LinkButton } from "../ui/button";
import { EmptyState } from "../ui/empty-state";
import { PageHeader } from "../ui/page-header";
import { Panel } from "../ui/panel";
import { RefreshWhile } from "../ui/refresh-while";
import { DiaryDays } from "./diary-days";
import { DiaryWeek } from "./diary-week";

export interface ExtensionDiaryProps {
  extension: { clientId: string; name: string; removedAt: Date | null };
  diary: Diary;
  /** Path of the company's extensions. */
  listPath: string;
  /** False on pages of earlier days. */
  isNewest: boolean;
  now: Date;
  /** The number of days for which entries are stored. */
  keptDays: number;
}

/** The actions of an extension by day. The newest page updates itself. */
export function ExtensionDiary(props: ExtensionDiaryProps) {
  const { extension, diary, listPath, isNewest, now, keptDays } = props;
  const t = useTranslations("extensions");
  const extensionPath = `${listPath}/${extension.clientId}`;
  const path = `${extensionPath}/diary`;
  return (
    <>
      <PageHeader
        parents={[
          { label: t("title"), href: listPath },
          { label: extension.name, href: extensionPath },
        ]}
        title={t("diary.title")}
        description={t.rich("diary.explanation", {
          client: () => <UntrustedName name={extension.name} />,
          days: keptDays,
        })}
      />
      {diary.days[0] ? (
        <>
          <DiaryWeek
            days={diary.days}
            newest={isNewest ? now.toISOString().slice(0, 10) : diary.days[0].day}
          />
          <DiaryDays days={diary.days} now={now} />
        </>
      ) : (
        <Panel padded={false}>
          <EmptyState title={t(isNewest ? "diary.empty" : "diary.emptyBefore")}>
            <p>{t("diary.emptyNext")}</p>
          </EmptyState>
        </Panel>
      )}
      <nav aria-label={t("diary.pages")} className="flex flex-wrap gap-3 empty:hidden">
        {isNewest ? null : (
          <LinkButton href={path}>
            <ChevronLeft className="size-4 rtl:rotate-180" aria-hidden="true" />
            {t("diary.newest")}
          </LinkButton>
        )}
        {diary.before ? (
          <LinkButton href={`${path}?before=${diary.before}`}>
            {t("diary.older")}
            <ChevronRight className="size-4 rtl:rotate-180" aria-hidden="true" />
          </LinkButton>
        ) : null}
      </nav>
      {isNewest && !extension.removedAt ? <RefreshWhile steadily /> : null}
    </>
  );
}
