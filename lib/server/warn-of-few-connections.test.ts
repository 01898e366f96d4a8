import { expect, it, vi } from "vitest";
import { pool } from "@/lib/core/db/pool";
import { log } from "@/lib/core/log";
import { warnOfFewConnections } from "@/lib/server/warn-of-few-connections";

/** Connections that the database accepts from the service's role. */
async function readAvailable(): Promise<number> {
  const { rows } = await pool().query<{ name: string; setting: string }>(
    "SELECT name, setting FROM pg_settings WHERE name IN ('max_connections', 'superuser_reserved_connections', 'reserved_connections')",
  );
  const settingOf = (name: string) => Number(rows.find((row) => row.name === name)?.setting ?? 0);
  const reserved = settingOf("superuser_reserved_connections") + settingOf("reserved_connections");
  return settingOf("max_connections") - reserved;
}

it("logs nothing if the database accepts all connections of the pool", async () => {
  const warn = vi.spyOn(log(), "warn");
  await warnOfFewConnections(await readAvailable());
  expect(warn).not.toHaveBeenCalled();
});

it("logs one line with the numbers and the fix if it does not accept one of them", async () => {
  const warn = vi.spyOn(log(), "warn").mockImplementation(() => {});
  const available = await readAvailable();
  await warnOfFewConnections(available + 1);
  expect(warn).toHaveBeenCalledExactlyOnceWith(
    expect.objectContaining({ pool_size: available + 1 }),
    expect.stringMatching(
      `is ${available + 1}, but .* accepts ${available} connections .* lower POOL_SIZE`,
    ),
  );
});
