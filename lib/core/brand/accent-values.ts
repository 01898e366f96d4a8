const PROPERTIES: Readonly<Record<keyof AccentColors, readonly string[]>> = {
  primary: ["--primary", "--link"],
  primaryHover: ["--primary-hover"],
  primaryInk: ["--primary-ink"],
  bar: ["--bar"],
  barMuted: ["--bar-muted"],
};

/** The custom properties that give pages an accent colour, with a value for each theme. @param color `#rrggbb` */
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

/** The colours of one theme that an accent colour replaces, as `#rrggbb`. */
type AccentColors = {
  /** Buttons and chosen items; readable as text on every surface. */
  primary: string;
  primaryHover: string;
  /** Text on `primary`. */
  primaryInk: string;
  /** The bar above every page. */
  bar: string;
  /** Quiet text on `bar`. */
  barMuted: string;
};

type Rgb = readonly [red: number, green: number, blue: number];

const WHITE: Rgb = [255, 255, 255];
const BLACK: Rgb = [0, 0, 0];
/** The surface of each theme that is closest to its text: `--sunken` in light, `--hover` in dark. */
const CLOSEST_SURFACE = { light: [233, 238, 235], dark: [28, 38, 34] } as const;
/** `--bar-accent`, which marks the focus on the bar. */
const BAR_ACCENT: Rgb = [226, 181, 82];
const DARK_INK: Rgb = [10, 15, 13];

/** WCAG 2.2, 1.4.3, with a margin for rounding. */
const READABLE = 4.6;
const STEPS = 100;

/**
 * The variants of an accent colour with which texts stay readable in both themes (WCAG 2.2 AA): darkened for light
 * surfaces and lightened for dark ones, only as far as necessary. Works for every colour.
 * @param color `#rrggbb`
 */
export function accentColors(color: string): Record<"light" | "dark", AccentColors> {
  const accent = parseColor(color);
  const light = towards(accent, BLACK, (one) => contrast(one, CLOSEST_SURFACE.light) >= READABLE);
  const dark = towards(accent, WHITE, (one) => contrast(one, CLOSEST_SURFACE.dark) >= READABLE);
  const bar = towards(accent, BLACK, (one) => contrast(one, BAR_ACCENT) >= READABLE);
  return {
    light: { ...coloursOf(light, BLACK, WHITE), ...barOf(bar) },
    dark: { ...coloursOf(dark, WHITE, DARK_INK), ...barOf(mix(bar, BLACK, 0.45)) },
  };
}

/** Contrast of two colours, `#rrggbb`, from 1 to 21 (WCAG 2.2). */
export function contrastOf(one: string, other: string): number {
  return contrast(parseColor(one), parseColor(other));
}

function coloursOf(primary: Rgb, away: Rgb, ink: Rgb) {
  return {
    primary: format(primary),
    primaryHover: format(mix(primary, away, 0.2)),
    primaryInk: format(ink),
  };
}

function barOf(bar: Rgb) {
  const muted = towards(mix(bar, WHITE, 0.6), WHITE, (one) => contrast(one, bar) >= READABLE);
  return { bar: format(bar), barMuted: format(muted) };
}

/** The first colour on the way from `from` to `to` that passes; `to` if none does. */
function towards(from: Rgb, to: Rgb, passes: (color: Rgb) => boolean): Rgb {
  for (let step = 0; step < STEPS; step += 1) {
    const color = mix(from, to, step / STEPS);
    if (passes(color)) return color;
  }
  return to;
}

function mix([red, green, blue]: Rgb, to: Rgb, share: number): Rgb {
  const part = (from: number, target: number) => Math.round(from + (target - from) * share);
  return [part(red, to[0]), part(green, to[1]), part(blue, to[2])];
}

function contrast(one: Rgb, other: Rgb): number {
  const [lighter = 0, darker = 0] = [luminance(one), luminance(other)].toSorted((a, b) => b - a);
  return (lighter + 0.05) / (darker + 0.05);
}

function luminance([red, green, blue]: Rgb): number {
  const linear = (channel: number) => {
    const share = channel / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  };
  return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue);
}

function parseColor(color: string): Rgb {
  const number = Number.parseInt(color.slice(1), 16);
  return [(number >> 16) & 255, (number >> 8) & 255, number & 255];
}

function format(color: Rgb): string {
  return `#${color.map((channel) => channel.toString(16).padStart(2, "0")).join("")}`;
}
