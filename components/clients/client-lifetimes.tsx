import { useTranslations } from "next-intl";
import { LinkButton } from "../ui/button";
import { type Fact, FactList } from "../ui/fact-list";
import { Panel } from "../ui/panel";
import type { ClientDetailView } from "./client-views";
import { lifetimeInWords } from "./client-words";

interface ClientLifetimesProps {
  client: ClientDetailView;
  /** Lifetime of online tokens, which is the same for every client, in seconds. */
  onlineLifetime: number;
  clientPath: string;
  mayWrite: boolean;
}

/** The lifetimes of a client's tokens, in words, in seconds and as a timeline. */
export function ClientLifetimes(props: ClientLifetimesProps) {
  const { client, onlineLifetime, clientPath, mayWrite } = props;
  const t = useTranslations("clientPages");
  return (
    <Panel
      title={t("lifetimes.title")}
      actions={
        mayWrite ? (
          <LinkButton href={`${clientPath}/edit#tokens`} size="small">
            {t("edit")}
          </LinkButton>
        ) : null
      }
    >
      <div className="grid gap-8 lg:grid-cols-2">
        <LifetimeFacts client={client} onlineLifetime={onlineLifetime} />
        <LifetimeTimeline
          lifetimes={[
            { token: "online", seconds: onlineLifetime },
            { token: "offline", seconds: client.accessTokenLifetime },
            { token: "refresh", seconds: client.refreshTokenLifetime },
          ]}
        />
      </div>
    </Panel>
  );
}

function LifetimeFacts(props: Pick<ClientLifetimesProps, "client" | "onlineLifetime">) {
  const { client, onlineLifetime } = props;
  const t = useTranslations("clientPages.lifetimes");
  const facts: Fact[] = [
    { label: t("online"), value: <Lifetime seconds={onlineLifetime} /> },
    { label: t("offline"), value: <Lifetime seconds={client.accessTokenLifetime} /> },
    { label: t("refresh"), value: <Lifetime seconds={client.refreshTokenLifetime} /> },
    { label: t("atRefresh"), value: t(client.rotatesRefreshTokens ? "rotates" : "stays") },
    { label: t("pkce"), value: t(client.requiresPkce ? "required" : "notRequired") },
  ];
  return <FactList facts={facts} />;
}

function Lifetime({ seconds }: { seconds: number }) {
  const t = useTranslations("clientPages.lifetimes");
  const words = lifetimeInWords(useTranslations("clientWords"), seconds);
  return t.rich("seconds", {
    words,
    seconds,
    exact: (inSeconds) => <span className="text-muted text-sm">{inSeconds}</span>,
  });
}

interface TimelineEntry {
  /** The lifetime of a refresh token restarts with each use. */
  token: "online" | "offline" | "refresh";
  seconds: number;
}

const MINUTE = 60;
const HOUR = 3_600;
const DAY = 86_400;
const YEAR = 365 * DAY;

const TICKS = [
  { seconds: 5 * MINUTE, unit: "minutes", count: 5 },
  { seconds: HOUR, unit: "hours", count: 1 },
  { seconds: DAY, unit: "days", count: 1 },
  { seconds: 30 * DAY, unit: "days", count: 30 },
  { seconds: YEAR, unit: "years", count: 1 },
] as const;
const [SHORTEST, LONGEST] = [MINUTE, 5 * YEAR];
const WIDTH = 100;

/**
 * Lifetimes one under the other. Each step of the scale is many times the one before: an hour and a
 * year both stay visible. The words say it all; the picture is for the eye.
 */
function LifetimeTimeline({ lifetimes }: { lifetimes: readonly TimelineEntry[] }) {
  const t = useTranslations("clientPages.lifetimes");
  const words = useTranslations("clientWords");
  return (
    <figure className="min-w-0">
      <figcaption className="mb-3 font-semibold">{t("timeline")}</figcaption>
      <ul className="grid gap-4">
        {lifetimes.map((entry) => (
          <li key={entry.token} className="grid gap-1">
            <span className="text-sm">
              {t(entry.token === "refresh" ? "sliding" : "lasting", {
                token: t(entry.token),
                lifetime: lifetimeInWords(words, entry.seconds),
              })}
            </span>
            <Bar entry={entry} />
          </li>
        ))}
      </ul>
      <div aria-hidden="true" className="relative mt-1 h-6 text-muted text-xs">
        {TICKS.map(({ seconds, unit, count }) => (
          <span
            key={seconds}
            className="absolute top-1 -translate-x-1/2 whitespace-nowrap rtl:translate-x-1/2"
            style={{ insetInlineStart: `${placeOf(seconds)}%` }}
          >
            {t(`ticks.${unit}`, { count })}
          </span>
        ))}
      </div>
    </figure>
  );
}

function Bar({ entry: { seconds, token } }: { entry: TimelineEntry }) {
  return (
    <svg
      viewBox={`0 0 ${WIDTH} 10`}
      preserveAspectRatio="none"
      aria-hidden="true"
      className="h-4 w-full rounded-sm bg-sunken rtl:-scale-x-100"
    >
      <rect width={placeOf(seconds)} height="10" className="fill-brass" />
      {token === "refresh" ? (
        <rect
          x={placeOf(seconds)}
          width={WIDTH - placeOf(seconds)}
          height="10"
          className="fill-brass-soft"
        />
      ) : null}
      {TICKS.map((tick) => (
        <line
          key={tick.seconds}
          x1={placeOf(tick.seconds)}
          x2={placeOf(tick.seconds)}
          y2="10"
          className="stroke-line"
          vectorEffect="non-scaling-stroke"
        />
      ))}
    </svg>
  );
}

/** Position of a number of seconds on the logarithmic scale, from 0 to 100. */
function placeOf(seconds: number): number {
  const place = Math.log(seconds / SHORTEST) / Math.log(LONGEST / SHORTEST);
  return Math.round(Math.min(1, Math.max(0, place)) * WIDTH * 10) / 10;
}
