import { afterAll, beforeAll, expect, inject, it, onTestFinished } from "vitest";
import { closePool } from "@/lib/core/db/pool";
import { mintInstallation } from "@/test/factories/mint-installation";
import { mintServiceKey } from "@/test/factories/mint-platform";
import { mintAccessToken } from "@/test/factories/mint-tokens";
import { type FaultProxy, startDatabaseProxy } from "@/test/process/fault-proxy";
import { switchDatabase } from "@/test/process/switch-database";
import { callGate, useRules } from "@/test/requests/call-gate";

/** Only against hanging. */
const PATIENCE_MS = 60_000;

let proxy: FaultProxy;

beforeAll(async () => {
  proxy = await startDatabaseProxy(inject("databaseUrl"));
  await switchDatabase(proxy.through(inject("databaseUrl")));
});

afterAll(async () => {
  await closePool();
  await proxy.close();
});

it(
  "while the database does not respond, the gate answers every check with 503 and Retry-After",
  async () => {
    useRules([{ methods: ["GET"], path: "/ping" }]);
    const installation = await mintInstallation();
    const { clientSecret: key } = await mintServiceKey(["platform/gate"]);
    const token = await mintAccessToken(installation, "offline");
    const ask = () => callGate({ key, token, uri: "/ping" });
    expect((await ask()).status).toBe(200);

    const heal = () => {
      proxy.future({ kind: "pass" });
      proxy.existing({ kind: "reset" });
    };
    onTestFinished(heal);
    // Neither side notices, as when a router drops packets.
    proxy.future({ kind: "black-hole" });
    proxy.existing({ kind: "black-hole" });
    const answers = await Promise.all(Array.from({ length: 100 }, ask));
    expect(answers.map(({ status }) => status)).toEqual(Array(100).fill(503));
    for (const { headers, body } of answers) {
      expect(Number(headers.get("retry-after"))).toBeGreaterThan(0);
      expect(body.error).toBe("temporarily_unavailable");
      expect(headers.get("x-latchkey-client-id")).toBeNull();
    }
    heal();
    await expect.poll(async () => (await ask()).status, { timeout: PATIENCE_MS }).toBe(200);
  },
  2 * PATIENCE_MS,
);
