import { useTranslations } from "next-intl";
import { Notice } from "../ui/notice";

export interface TenantStatusNoticeProps {
  status: "company.suspended" | "company.closed" | "organization.suspended";
}

/** Tells the members of a suspended or closed company, or of a suspended organization, what no longer works. */
export function TenantStatusNotice({ status }: TenantStatusNoticeProps) {
  const t = useTranslations("shell.status");
  return <Notice tone="warning" title={t(`${status}.title`)} next={t(`${status}.next`)} />;
}
