import type { ReactNode } from "react";

/** Words of the API, which are English on pages of every language; nothing for none. */
export function inEnglish(text: string | undefined): ReactNode {
  return text ? <bdi lang="en">{text}</bdi> : undefined;
}
