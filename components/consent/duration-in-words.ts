import type { AccessDuration } from "./consent-request";

const HOUR = 3600;

/** "6 hours", "90 minutes". */
export function secondsInWords(seconds: number): string {
  if (seconds % HOUR === 0) return plural(seconds / HOUR, "hour");
  return plural(Math.round(seconds / 60), "minute");
}

function plural(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? "" : "s"}`;
}

/** How long an access lasts, one sentence for each way it is used. */
export function durationInWords({ onlineSeconds, offline }: AccessDuration): string[] {
  const sentences: string[] = [];
  if (onlineSeconds !== undefined) {
    sentences.push(
      `In your name: while you are signed in (${secondsInWords(onlineSeconds)} after each launch).`,
    );
  }
  if (offline) {
    sentences.push("In the background: until you remove it in Connected extensions.");
  }
  return sentences;
}
