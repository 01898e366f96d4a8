/** The series that the chart stacks, from the bottom up. Patterns tell them apart as well as colours. */
export const activitySeries = [
  { key: "issued", color: "var(--success)", pattern: "plain" },
  { key: "refreshed", color: "var(--info)", pattern: "stripes" },
  { key: "refused", color: "var(--danger)", pattern: "dots" },
] as const;

export type ActivitySeries = (typeof activitySeries)[number];

/** One bar of the chart. */
export type ActivityBar = { label: string } & Record<ActivitySeries["key"], number>;
