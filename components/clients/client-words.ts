import type { ClientType } from "./client-views";

const TYPE_LABELS: Record<ClientType, string> = {
  extension: "Extension",
  platform: "Platform",
  administrator: "Administrator",
  partner: "Partner",
};

/** The word for a client type. */
export function clientTypeLabel(type: ClientType): string {
  return TYPE_LABELS[type];
}

const UNITS = [
  ["day", 86_400],
  ["hour", 3_600],
  ["minute", 60],
  ["second", 1],
] as const;

/** A number of seconds in words: "1 hour 30 minutes". */
export function lifetimeInWords(seconds: number): string {
  const words: string[] = [];
  let rest = seconds;
  for (const [unit, size] of UNITS) {
    const count = Math.floor(rest / size);
    rest -= count * size;
    if (count > 0) words.push(`${count} ${unit}${count === 1 ? "" : "s"}`);
  }
  return words.slice(0, 2).join(" ") || "0 seconds";
}

/** How long ago a moment was, in one unit: "3 hours ago". Both in ISO 8601. */
export function agoInWords(moment: string, now: string): string {
  const seconds = Math.floor((Date.parse(now) - Date.parse(moment)) / 1000);
  const unit = UNITS.find(([, size]) => seconds >= size);
  if (!unit) return "just now";
  return `${lifetimeInWords(seconds - (seconds % unit[1]))} ago`;
}
