import type { Measure } from "@/bench/sizes/time-stores";

/** A page or response that a person waits for. */
export interface Page {
  readonly name: string;
  readonly path: string;
  /** Value of a Cookie header. */
  readonly cookie: string;
  /** Whether only its beginning is waited for, because a browser saves the rest. */
  readonly isFile?: boolean;
  readonly mayGrow?: boolean;
}

/** Times a page of a server. */
export function pageMeasure(origin: string, { mayGrow = false, ...page }: Page): Measure {
  return { name: page.name, mayGrow, run: () => openPage(origin, page) };
}

/**
 * Opens a page to its end or, of a file, to its first part.
 * @throws Error if it is not found, not allowed or empty
 */
async function openPage(origin: string, { path, cookie, isFile = false }: Page): Promise<void> {
  const answer = await fetch(`${origin}${path}`, { headers: { cookie }, redirect: "manual" });
  if (answer.status !== 200) throw new Error(`${path} answered ${answer.status}`);
  if (!isFile) {
    await answer.arrayBuffer();
    return;
  }
  if (!answer.body) throw new Error(`${path} is empty`);
  const reader = answer.body.getReader();
  const first = await reader.read();
  if (first.done) throw new Error(`${path} is empty`);
  await reader.cancel();
}
