import { expect, type Locator, type Page } from "@playwright/test";
import { pool } from "@/lib/core/db/pool";

/** What a page shows in place of a list until it has loaded. */
export function loading(page: Page): Locator {
  return page.getByRole("status").filter({ hasText: /^Loading / });
}

/** Waits until the page shows its lists. React may keep their placeholders briefly after the page has loaded. */
export async function expectLoaded(page: Page): Promise<void> {
  await expect(loading(page)).toHaveCount(0);
}

/** Runs `look` while the table is locked, so that a page that reads it keeps loading. */
export async function whileTableIsLocked(table: string, look: () => Promise<void>): Promise<void> {
  const holder = await pool().connect();
  try {
    await holder.query("BEGIN");
    await holder.query(`LOCK TABLE ${holder.escapeIdentifier(table)} IN ACCESS EXCLUSIVE MODE`);
    await look();
  } finally {
    await holder.query("ROLLBACK");
    holder.release();
  }
}
