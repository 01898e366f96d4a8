import { lifetimeInWords } from "./client-words";

export interface TimelineEntry {
  label: string;
  seconds: number;
  /** Whether its lifetime begins anew at each use. */
  slides: boolean;
}

const MINUTE = 60;
const HOUR = 3_600;
const DAY = 86_400;
const YEAR = 365 * DAY;

const TICKS = [
  { seconds: 5 * MINUTE, label: "5 min" },
  { seconds: HOUR, label: "1 h" },
  { seconds: DAY, label: "1 d" },
  { seconds: 30 * DAY, label: "30 d" },
  { seconds: YEAR, label: "1 y" },
];
const [SHORTEST, LONGEST] = [MINUTE, 5 * YEAR];
const WIDTH = 100;

/**
 * Lifetimes one under the other. Each step of the scale is many times the one before: an hour and a
 * year both stay visible. The words say it all; the picture is for the eye.
 */
export function LifetimeTimeline({ lifetimes }: { lifetimes: readonly TimelineEntry[] }) {
  return (
    <figure className="min-w-0">
      <figcaption className="mb-3 font-semibold">From the moment it is issued</figcaption>
      <ul className="grid gap-4">
        {lifetimes.map((entry) => (
          <li key={entry.label} className="grid gap-1">
            <span className="text-sm">
              {entry.label}: {lifetimeInWords(entry.seconds)}
              {entry.slides ? ", again from each use" : ""}
            </span>
            <Bar entry={entry} />
          </li>
        ))}
      </ul>
      <div aria-hidden="true" className="relative mt-1 h-6 text-muted text-xs">
        {TICKS.map(({ seconds, label }) => (
          <span
            key={label}
            className="absolute top-1 -translate-x-1/2 whitespace-nowrap rtl:translate-x-1/2"
            style={{ insetInlineStart: `${placeOf(seconds)}%` }}
          >
            {label}
          </span>
        ))}
      </div>
    </figure>
  );
}

function Bar({ entry: { seconds, slides } }: { entry: TimelineEntry }) {
  return (
    <svg
      viewBox={`0 0 ${WIDTH} 10`}
      preserveAspectRatio="none"
      aria-hidden="true"
      className="h-4 w-full rounded-sm bg-sunken rtl:-scale-x-100"
    >
      <rect width={placeOf(seconds)} height="10" className="fill-brass" />
      {slides ? (
        <rect
          x={placeOf(seconds)}
          width={WIDTH - placeOf(seconds)}
          height="10"
          className="fill-brass-soft"
        />
      ) : null}
      {TICKS.map((tick) => (
        <line
          key={tick.label}
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

/** Where a number of seconds stands on the logarithmic scale, from 0 to 100. */
function placeOf(seconds: number): number {
  const place = Math.log(seconds / SHORTEST) / Math.log(LONGEST / SHORTEST);
  return Math.round(Math.min(1, Math.max(0, place)) * WIDTH * 10) / 10;
}
