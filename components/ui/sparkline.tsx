interface SparklineProps {
  /** At least two, oldest first. */
  values: readonly number[];
  label: string;
}

const WIDTH = 96;
const HEIGHT = 20;

/** A small line of how a number developed; nothing while it was zero. */
export function Sparkline({ values, label }: SparklineProps) {
  const most = Math.max(...values);
  if (most === 0) return null;
  const points = values.map((value, position) => {
    const x = 1 + (position * (WIDTH - 2)) / Math.max(1, values.length - 1);
    return `${x.toFixed(1)},${(HEIGHT - 1 - (value / most) * (HEIGHT - 2)).toFixed(1)}`;
  });
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      className="inline-block h-5 w-24 align-middle text-primary"
    >
      <title>{label}</title>
      <polyline
        points={points.join(" ")}
        fill="none"
        stroke="currentColor"
        strokeWidth="1.5"
        strokeLinejoin="round"
      />
    </svg>
  );
}
