import { GET as answer } from "@/lib/api/route";
import { configureDatabase } from "@/lib/core/db/pool";
import { configureEnv } from "@/lib/core/env/env";

/** A request to an endpoint of the table, and what it answers. */
export type SentCall = {
  url: string;
  method: "GET" | "POST";
  headers: Record<string, string>;
  body?: string;
};
export type CallAnswer = { status: number; body: string };

const { databaseUrl } = configureEnv(JSON.parse(process.argv[2] ?? ""));
configureDatabase(databaseUrl ?? "");
process.on("message", async ({ url, method, headers, body }: SentCall) => {
  const response = await answer(
    new Request(url, { method, headers, ...(body === undefined ? {} : { body }) }),
  );
  const result = { status: response.status, body: await response.text() };
  process.send?.(result satisfies CallAnswer);
});
process.on("disconnect", () => process.exit());
process.send?.("ready");
