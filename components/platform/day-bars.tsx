import { useFormatter } from "next-intl";

interface DayBarsProps {
  /** What the bars count and for which period; also what screen readers read, with the summary. */
  title: string;
  summary: string;
  /** Oldest first. `marked` is a part of `count`, such as the denied calls. */
  days: readonly { day: string; count: number; marked?: number }[];
}

const WIDTH = 4;
const HEIGHT = 48;

/** A small bar for each day. The figures beside it say the same in numbers. */
export function DayBars({ title, summary, days }: DayBarsProps) {
  const format = useFormatter();
  const most = Math.max(1, ...days.map(({ count }) => count));
  const height = (count: number) => (count / most) * HEIGHT;
  const nameOf = (day: string) =>
    format.dateTime(new Date(day), { day: "numeric", month: "short", timeZone: "UTC" });
  return (
    <figure className="grid min-w-0 gap-2">
      <figcaption className="text-muted text-sm">{title}</figcaption>
      <svg
        role="img"
        aria-label={`${title}: ${summary}`}
        viewBox={`0 0 ${days.length * WIDTH} ${HEIGHT}`}
        preserveAspectRatio="none"
        className="h-14 w-full"
        // Time runs from left to right in every language.
        direction="ltr"
      >
        <line x1="0" x2="100%" y1={HEIGHT} y2={HEIGHT} className="stroke-border" />
        {days.map(({ day, count, marked = 0 }, position) => (
          <g key={day}>
            <title>{`${nameOf(day)}: ${format.number(count)}`}</title>
            <rect
              x={position * WIDTH}
              width={WIDTH}
              height={HEIGHT}
              className="fill-transparent hover:fill-hover"
            />
            <rect
              x={position * WIDTH + 0.5}
              width={WIDTH - 1}
              y={HEIGHT - height(count)}
              height={height(count)}
              className="pointer-events-none fill-success"
            />
            <rect
              x={position * WIDTH + 0.5}
              width={WIDTH - 1}
              y={HEIGHT - height(count)}
              height={height(marked)}
              className="pointer-events-none fill-danger"
            />
          </g>
        ))}
      </svg>
    </figure>
  );
}
