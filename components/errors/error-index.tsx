import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { Link } from "@/components/ui/link";
import { type ListColumn, ListTable } from "../list/list-table";
import { FocusFrame } from "../ui/focus-frame";
import { PageHeader } from "../ui/page-header";
import { Panel } from "../ui/panel";

interface ErrorIndexEntry {
  code: string;
  status: number;
  title: string;
}

/** All error codes with their statuses, each a link to its explanation. */
export function ErrorIndex({ entries }: { entries: readonly ErrorIndexEntry[] }) {
  const t = useTranslations("errors.index");
  const columns: readonly ListColumn<ErrorIndexEntry>[] = [
    {
      key: "code",
      label: t("code"),
      width: "sm:w-80",
      cell: ({ code }) => (
        <Link href={`/errors/${code}`} className="inline-link font-mono text-sm">
          {code}
        </Link>
      ),
    },
    {
      key: "status",
      label: t("status"),
      width: "sm:w-20 tabular-nums",
      cell: ({ status }) => status,
    },
    { key: "title", label: t("meaning"), grows: true, cell: ({ title }) => title },
  ];
  return (
    <FocusFrame wide>
      <PageHeader title={t("title")} description={t.rich("explanation", { field: FieldName })} />
      <Panel padded={false}>
        <ListTable
          caption={t("title")}
          columns={columns}
          rows={entries}
          rowKey={({ code }) => code}
        />
      </Panel>
    </FocusFrame>
  );
}

function FieldName(name: ReactNode) {
  return <code className="font-mono text-ink text-sm">{name}</code>;
}
