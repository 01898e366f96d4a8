import { FlaskConicalOff } from "lucide-react";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { EmptyState } from "../ui/empty-state";
import { LinkButton } from "../ui/link-button";
import { Notice } from "../ui/notice";
import { Panel } from "../ui/panel";

/** For a member whose role can view clients but not act for them. */
export function RoleCannotTry({ role }: { role: string }) {
  const t = useTranslations("developer.cannotTry");
  return (
    <Notice tone="warning" title={t("role", { role })}>
      <p>{t("roleNext")}</p>
    </Notice>
  );
}

/** For an organization without a company to try things in. */
export function NoSandbox() {
  const t = useTranslations("developer.cannotTry");
  return (
    <Panel padded={false}>
      <EmptyState
        icon={<FlaskConicalOff className="size-8" aria-hidden="true" />}
        title={t("noSandbox")}
      >
        <p>{t("noSandboxNext")}</p>
      </EmptyState>
    </Panel>
  );
}

export interface CannotStartProps {
  title: string;
  /** The reason and the fix. */
  children: ReactNode;
  /** Where to fix it; null for a person who may not. */
  editHref: string | null;
}

/** For a client that is not ready to be tried out. */
export function CannotStart({ title, children, editHref }: CannotStartProps) {
  const t = useTranslations("developer");
  return (
    <Notice tone="warning" title={title}>
      {children}
      {editHref ? (
        <div>
          <LinkButton href={editHref} size="small">
            {t("editClient")}
          </LinkButton>
        </div>
      ) : null}
    </Notice>
  );
}
