import { useTranslations } from "next-intl";
import { UntrustedName } from "../consent/untrusted-name";
import { Notice } from "../ui/notice";
import { RefreshWhile } from "../ui/refresh-while";
import { Timestamp } from "../ui/timestamp";
import type { ConnectedExtension, UninstallProgress } from "./extension-views";

export interface RemovalNoticeProps {
  extension: ConnectedExtension;
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
      tone="success"
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
  const { state, attempts, nextAttemptAt, lastError } = uninstall;
  // The service stores failures in English only.
  const reason = () => <bdi lang="en">{lastError}</bdi>;
  if (state === "delivered") return <p>{t("delivered")}</p>;
  if (state === "given_up") {
    return (
      <p>
        {t("givenUp", { attempts })} {lastError ? t.rich("lastAnswer", { reason }) : null}{" "}
        {t("stopped")}
      </p>
    );
  }
  return (
    <p>
      {lastError ? (
        <>
          {t("failed", { attempts })} {t.rich("lastFailure", { reason })}{" "}
          {nextAttemptAt
            ? t.rich("next", { when: () => <Timestamp value={nextAttemptAt} /> })
            : null}
        </>
      ) : (
        t("telling")
      )}
      <RefreshWhile />
    </p>
  );
}
