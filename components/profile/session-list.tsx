import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { Badge } from "../ui/badge";
import { Button } from "../ui/button";
import { Timestamp } from "../ui/timestamp";

/** A browser in which the person is signed in. */
interface SessionView {
  id: string;
  since: Date;
  ipAddress: string | null;
  userAgent: string | null;
  isThis: boolean;
}

/** The browsers in which the person is signed in, each with a way to end it. */
export function SessionList({ sessions }: { sessions: readonly SessionView[] }) {
  const t = useTranslations("profile.sessions");
  return (
    <div className="grid gap-5">
      <ul className="divide-y divide-line rounded border border-line">
        {sessions.map((session) => (
          <SessionLine key={session.id} session={session} />
        ))}
      </ul>
      {sessions.length > 1 ? (
        <form action="/profile/sessions/end-others" method="post">
          <Button type="submit">{t("endOthers")}</Button>
        </form>
      ) : (
        <p className="text-muted text-sm">{t("noOthers")}</p>
      )}
    </div>
  );
}

function SessionLine({ session }: { session: SessionView }) {
  const t = useTranslations("profile.sessions");
  const browser = t("browser", describeBrowser(session.userAgent));
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 px-4 py-3">
      <div className="min-w-0">
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <span className="font-semibold">{browser}</span>
          {session.isThis ? <Badge tone="success">{t("this")}</Badge> : null}
        </p>
        <p className="text-muted text-sm">
          {t.rich(session.ipAddress ? "sinceFrom" : "since", {
            time: () => <Timestamp value={session.since} />,
            address: () => <code className="font-mono">{session.ipAddress}</code>,
          })}
        </p>
      </div>
      {session.isThis ? null : (
        <form action="/profile/sessions/end" method="post">
          <input type="hidden" name="session_id" value={session.id} />
          <Button type="submit" size="small">
            {t.rich("end", {
              browser,
              unseen: (words: ReactNode) => <span className="sr-only">{words}</span>,
            })}
          </Button>
        </form>
      )}
    </li>
  );
}

/** Names as people know them; the first that fits counts, since browsers claim to be each other. */
const BROWSERS: readonly [RegExp, string][] = [
  [/\bEdgA?\//, "Edge"],
  [/\bOPR\//, "Opera"],
  [/\bSamsungBrowser\//, "Samsung Internet"],
  [/\b(?:Firefox|FxiOS)\//, "Firefox"],
  [/\b(?:HeadlessChrome|Chrome|CriOS)\//, "Chrome"],
  [/\bVersion\/[\d.]+ .*Safari\//, "Safari"],
  [/^curl\//, "curl"],
];

const SYSTEMS: readonly [RegExp, string][] = [
  [/\bAndroid\b/, "Android"],
  [/\b(?:iPhone|iPad|iPod)\b/, "iOS"],
  [/\bWindows\b/, "Windows"],
  [/\bMac OS X\b|\bMacintosh\b/, "macOS"],
  [/\bCrOS\b/, "ChromeOS"],
  [/\bLinux\b/, "Linux"],
];

/** A browser by its User-Agent header, as "Chrome on Windows" is made of; `none` for what is unknown. */
export function describeBrowser(userAgent: string | null) {
  const find = (names: readonly [RegExp, string][]) =>
    names.find(([pattern]) => pattern.test(userAgent ?? ""))?.[1] ?? "none";
  return { browser: find(BROWSERS), system: find(SYSTEMS) };
}
