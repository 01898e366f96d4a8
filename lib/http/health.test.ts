import { afterEach, expect, test } from "vitest";
import { expectMigrations, healthz, readyz } from "@/lib/http/health";

afterEach(() => expectMigrations([]));

test("healthz answers without a database", async () => {
  expect(healthz().status).toBe(200);
});

test("readyz is ready once the database has every migration", async () => {
  const response = await readyz();
  expect(response.status).toBe(200);
  expect(await response.json()).toEqual({ status: "ready" });
});

test("readyz is not ready while a migration is missing, and names it", async () => {
  expectMigrations(["99990101000000_not_yet"]);
  const response = await readyz();
  expect(response.status).toBe(503);
  expect(await response.json()).toMatchObject({ missing: ["99990101000000_not_yet"] });
});
