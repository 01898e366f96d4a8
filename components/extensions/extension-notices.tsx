import { useTranslations } from "next-intl";
import type { UninstallProgress } from "@/lib/tenants/extension-values";
import { UntrustedName } from "../consent/untrusted-name";
import { Notice } from "../ui/notice";
import { RefreshWhile } from "../ui/refresh-while";
import { Timestamp } from "../ui/timestamp";
import type { DescribedExtension } from "./extension-views";

interface RemovalNoticeProps {
  extension: DescribedExtension;
  removedAt: Date;
  /** True right after the removal, so that screen readers announce it. */
  live: boolean;
}

/** Says that an extension was removed, and whether it was notified. */
export function RemovalNotice({ extension, removedAt, live }: RemovalNoticeProps) {
  const t = useTranslations("extensions.removal");
  const { name, publisherName, uninstall } = extension;
  return (
    <Notice
      tone={uninstall?.lastFailure && uninstall.state !== "delivered" ? "warning" : "success"}
      live={live}
      title={t.rich("title", { client: () => <UntrustedName name={name} /> })}
    >
      <p>
        {t.rich("copied", {
          when: () => <Timestamp value={removedAt} />,
          publisher: () => <UntrustedName name={publisherName} />,
        })}
      </p>
      {uninstall ? <UninstallStatus uninstall={uninstall} /> : null}
    </Notice>
  );
}

function UninstallStatus({ uninstall }: { uninstall: UninstallProgress }) {
  const t = useTranslations("extensions.removal");
  const { state, attempts, nextAttemptAt, lastFailure } = uninstall;
  if (state === "delivered") return <p>{t("delivered")}</p>;
  const failure = lastFailure ? t(`failures.${lastFailure}`) : "";
  if (state === "given_up") {
    return (
      <p>
        {failure} {t("givenUp", { attempts })}
      </p>
    );
  }
  return (
    <p>
      {failure || t("telling")}{" "}
      {lastFailure && nextAttemptAt
        ? t.rich("next", { when: () => <Timestamp value={nextAttemptAt} exact="minute" /> })
        : null}
      <RefreshWhile />
    </p>
  );
}

/** Tells sellers that the platform suspended an extension, and why. */
export function SuspensionNotice({ suspensionReason }: { suspensionReason: string | null }) {
  const t = useTranslations("extensions.suspension");
  return (
    <Notice tone="warning" title={t("title")}>
      {suspensionReason ? <p>{t("reason", { reason: suspensionReason })}</p> : null}
      <p>{t("next")}</p>
    </Notice>
  );
}
