const UNITS = [
  ["day", 86_400],
  ["hour", 3_600],
  ["minute", 60],
  ["second", 1],
] as const;

/** A number of seconds in words, in the two largest units: "1 hour 30 minutes". */
export function lifetimeInWords(locale: string, seconds: number): string {
  const words: string[] = [];
  let rest = seconds;
  for (const [unit, size] of UNITS) {
    const count = Math.floor(rest / size);
    rest -= count * size;
    if (count > 0 || (unit === "second" && words.length === 0)) {
      const format = { style: "unit", unit, unitDisplay: "long" } as const;
      words.push(new Intl.NumberFormat(locale, format).format(count));
    }
  }
  return words.slice(0, 2).join(" ");
}
