import type { CallPage } from "@/bench/calls/pages";

/**
 * Opens a page of a server, to its end or, of a file, to its first calls.
 * @throws Error if it is not found or not allowed
 */
export async function openPage(origin: string, page: CallPage): Promise<void> {
  const answer = await fetch(`${origin}${page.path}`, {
    headers: { cookie: page.cookie },
    redirect: "manual",
  });
  if (answer.status !== 200) throw new Error(`${page.path} answered ${answer.status}`);
  if (!page.isFile) {
    await answer.arrayBuffer();
    return;
  }
  if (!answer.body) throw new Error(`${page.path} has no calls`);
  const reader = answer.body.getReader();
  const first = await reader.read();
  if (first.done) throw new Error(`${page.path} has no calls`);
  await reader.cancel();
}
