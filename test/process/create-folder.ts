import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";

/** Creates a folder for the running test, after which it is removed. */
export async function createFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "latchkey-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  return folder;
}
