import { UntrustedName } from "../consent/untrusted-name";
import { Notice } from "../ui/notice";
import { Timestamp } from "../ui/timestamp";
import type { ConnectedExtension, UninstallProgress } from "./extension-views";

export interface RemovalNoticeProps {
  extension: ConnectedExtension;
  removedAt: Date;
  /** True right after the removal, so that it is read out. */
  live: boolean;
}

/** That an extension was removed, and whether it has been told. */
export function RemovalNotice({ extension, removedAt, live }: RemovalNoticeProps) {
  const { name, publisherName, uninstall } = extension;
  return (
    <Notice
      tone="success"
      live={live}
      title={
        <>
          <UntrustedName name={name} /> was removed. Its access has stopped.
        </>
      }
    >
      <p>
        Removed <Timestamp value={removedAt} />. Data it already copied stays with{" "}
        <UntrustedName name={publisherName} />; contact them to erase it.
      </p>
      {uninstall ? <Told uninstall={uninstall} /> : null}
    </Notice>
  );
}

function Told({ uninstall }: { uninstall: UninstallProgress }) {
  const { state, attempts, nextAttemptAt, lastError } = uninstall;
  if (state === "delivered") {
    return <p>The extension was told, and has confirmed it.</p>;
  }
  if (state === "given_up") {
    return (
      <p>
        The extension could not be told: we gave up after {attemptsInWords(attempts)}.{" "}
        {lastError ? (
          <>
            The last answer: <bdi>{lastError}</bdi>{" "}
          </>
        ) : null}
        Its access has stopped all the same.
      </p>
    );
  }
  return (
    <p>
      The extension has not been told yet
      {attempts > 0 ? ` after ${attemptsInWords(attempts)}` : ""}.{" "}
      {lastError ? (
        <>
          The last one failed: <bdi>{lastError}</bdi>{" "}
        </>
      ) : null}
      {nextAttemptAt ? (
        <>
          The next attempt is due <Timestamp value={nextAttemptAt} />. Reload the page to see how it
          ended.
        </>
      ) : null}
    </p>
  );
}

function attemptsInWords(attempts: number): string {
  return attempts === 1 ? "1 attempt" : `${attempts} attempts`;
}
