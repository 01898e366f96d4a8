import { type AccentColors, accentColors } from "@/lib/core/brand/accent-values";

const PROPERTIES: Readonly<Record<keyof AccentColors, readonly string[]>> = {
  primary: ["--primary", "--link"],
  primaryHover: ["--primary-hover"],
  primaryInk: ["--primary-ink"],
  bar: ["--bar"],
  barMuted: ["--bar-muted"],
};

/**
 * The custom properties that give pages an accent colour, with a value for each theme.
 * @param color `#rrggbb`
 */
export function accentProperties(color: string): Record<string, string> {
  const { light, dark } = accentColors(color);
  const entries = Object.entries(PROPERTIES).flatMap(([name, properties]) =>
    properties.map((property) => {
      const key = name as keyof AccentColors;
      return [property, `light-dark(${light[key]},${dark[key]})`];
    }),
  );
  return Object.fromEntries(entries);
}
