import { ChevronLeft, ChevronRight } from "lucide-react";
import { useTranslations } from "next-intl";
import { LinkButton } from "./button";

export interface PaginationProps {
  /** Page shown, from 1. */
  page: number;
  pageSize: number;
  /** Number of items over all pages. */
  total: number;
  /** What the items are, in the plural: "clients". */
  noun: string;
  hrefOf: (page: number) => string;
}

/** The range that is shown, and links to the previous and next page; nothing if all is on one. */
export function Pagination({ page, pageSize, total, noun, hrefOf }: PaginationProps) {
  const t = useTranslations("shell.controls");
  const first = (page - 1) * pageSize + 1;
  const last = Math.min(page * pageSize, total);
  const pages = Math.ceil(total / pageSize);
  if (pages <= 1) return null;
  return (
    <nav
      aria-label={t("pages")}
      className="flex flex-wrap items-center justify-between gap-3 border-line border-t px-4 py-3 sm:px-6"
    >
      <p className="text-muted text-sm tabular-nums">{t("range", { first, last, total, noun })}</p>
      <div className="flex items-center gap-2">
        <PageLink href={page > 1 ? hrefOf(page - 1) : undefined}>
          <ChevronLeft className="size-4 rtl:rotate-180" aria-hidden="true" />
          {t("previousPage")}
        </PageLink>
        <span className="px-1 text-muted text-sm tabular-nums">{t("page", { page, pages })}</span>
        <PageLink href={page < pages ? hrefOf(page + 1) : undefined}>
          {t("nextPage")}
          <ChevronRight className="size-4 rtl:rotate-180" aria-hidden="true" />
        </PageLink>
      </div>
    </nav>
  );
}

function PageLink({ href, children }: { href: string | undefined; children: React.ReactNode }) {
  if (!href) return null;
  return (
    <LinkButton href={href} size="small">
      {children}
    </LinkButton>
  );
}
