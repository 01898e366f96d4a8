import type { PoolClient } from "pg";
import { vi } from "vitest";
import { pool } from "@/lib/core/db/pool";

/** Runs `work` and returns the statements that it sent to the database, without values. */
export async function recordStatements(work: () => Promise<unknown>): Promise<string[]> {
  const sent: string[] = [];
  const spies = new Map<PoolClient, { mockRestore(): void }>();
  // Each connection has its own `query`, so a spy on the class would record nothing.
  const listen = (client: PoolClient) => {
    if (spies.has(client)) return;
    const query = client.query.bind(client);
    const spy = vi.spyOn(client, "query").mockImplementation((...call: unknown[]) => {
      sent.push(textOf(call[0]));
      return Reflect.apply(query, client, call);
    });
    spies.set(client, spy);
  };
  pool().on("acquire", listen);
  try {
    await work();
    return sent;
  } finally {
    pool().off("acquire", listen);
    for (const spy of spies.values()) spy.mockRestore();
  }
}

function textOf(sent: unknown): string {
  if (typeof sent === "string") return sent;
  if (typeof sent === "object" && sent !== null && "text" in sent) return String(sent.text);
  throw new Error("A statement without a text was sent");
}
