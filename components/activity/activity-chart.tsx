"use client";

import { useId } from "react";
import { Bar, BarChart, CartesianGrid, ResponsiveContainer, Tooltip, XAxis, YAxis } from "recharts";
import { type ActivityBar, activitySeries } from "./activity-series";
import { SeriesPattern } from "./series-pattern";

const TICK = { fill: "var(--muted)", fontSize: 12 };

/** Bars of what was issued, refreshed and refused. It never moves, and fills its box. */
export default function ActivityChart({ bars }: { bars: ActivityBar[] }) {
  const id = useId();
  return (
    <ResponsiveContainer width="100%" height="100%">
      <BarChart data={bars} accessibilityLayer={false} margin={{ top: 8, right: 0, left: 0 }}>
        <defs>
          {activitySeries.map((series) => (
            <SeriesPattern key={series.key} id={`${id}-${series.key}`} series={series} />
          ))}
        </defs>
        <CartesianGrid vertical={false} stroke="var(--line)" />
        <XAxis dataKey="label" tick={TICK} stroke="var(--border)" minTickGap={16} />
        <YAxis tick={TICK} stroke="var(--border)" allowDecimals={false} width={40} />
        <Tooltip
          isAnimationActive={false}
          cursor={{ fill: "var(--hover)" }}
          contentStyle={{
            background: "var(--surface)",
            border: "1px solid var(--line)",
            borderRadius: "0.375rem",
          }}
          itemStyle={{ color: "var(--ink)" }}
        />
        {activitySeries.map(({ key, label, color }) => (
          <Bar
            key={key}
            dataKey={key}
            name={label}
            stackId="all"
            fill={`url(#${id}-${key})`}
            stroke={color}
            isAnimationActive={false}
          />
        ))}
      </BarChart>
    </ResponsiveContainer>
  );
}
