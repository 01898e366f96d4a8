import { Client } from "pg";
import { vi } from "vitest";

/** Runs `work` and returns what it sent to the database, statement by statement, without values. */
export async function recordStatements(work: () => Promise<unknown>): Promise<string[]> {
  const query = vi.spyOn(Client.prototype, "query");
  try {
    await work();
    return query.mock.calls.map(([sent]: unknown[]) => textOf(sent));
  } finally {
    query.mockRestore();
  }
}

function textOf(sent: unknown): string {
  if (typeof sent === "string") return sent;
  if (typeof sent === "object" && sent !== null && "text" in sent) return String(sent.text);
  throw new Error("A statement without a text was sent");
}
