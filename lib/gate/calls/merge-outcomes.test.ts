import { beforeEach, describe, expect, it } from "vitest";
import { newId } from "@/lib/core/crypto/ids";
import { pool } from "@/lib/core/db/pool";
import { flushCalls } from "@/lib/gate/calls/flush-calls";
import { mergeOutcomes } from "@/lib/gate/calls/merge-outcomes";
import { mintCall } from "@/test/factories/mint-call";
import { type Installation, mintInstallation } from "@/test/factories/mint-installation";
import { storedCalls, totalsOf } from "@/test/requests/api-calls";

const DAY_MS = 86_400_000;

let installation: Installation;
let key: string;

beforeEach(async () => {
  installation = await mintInstallation();
  key = newId();
});

/** A call that came through the gate and has no status yet. */
const gated = (gateKeyId = key) =>
  mintCall(installation, { gateKeyId, status: null, milliseconds: null });

const totals = () => totalsOf(installation.client.clientId);

describe("an outcome that a proxy reports", () => {
  it("is added to its call, even if the call still waits in the queue", async () => {
    const { requestId } = gated();
    const outcome = { requestId, status: 204, milliseconds: 12.4 };
    expect(await mergeOutcomes(key, [outcome])).toEqual([]);
    const stored = await storedCalls(installation.client.clientId);
    expect(stored).toMatchObject([{ requestId, status: 204, milliseconds: 12 }]);
  });

  it("counts as an error once, however often it is sent", async () => {
    const outcomes = [500, 404, 200].map((status) => ({ ...gated(), status, milliseconds: 3 }));
    await mergeOutcomes(key, outcomes);
    expect(await mergeOutcomes(key, outcomes)).toEqual([]);
    await Promise.all([mergeOutcomes(key, outcomes), mergeOutcomes(key, outcomes)]);
    expect(await totals()).toMatchObject([{ calls: 3, errors: 2 }]);
  });

  it("replaces an earlier one, also in the same report, and the number of errors follows", async () => {
    const { requestId } = gated();
    for (const statuses of [[502], [200], [200, 403], [500, 201]]) {
      const outcomes = statuses.map((status) => ({ requestId, status, milliseconds: 1 }));
      const merged = await mergeOutcomes(key, outcomes);
      expect(merged).toEqual([]);
      const errors = Number((statuses.at(-1) ?? 0) >= 400);
      expect(await totals()).toMatchObject([{ calls: 1, errors }]);
    }
  });

  it("is unknown when it names no call, one of another key, or one without a key", async () => {
    const otherCalls = [gated(newId()), mintCall(installation, { status: 200 })];
    const otherIds = ["not an id", newId(0), newId(Date.now() + 3_600_000), newId()];
    const unknown = [...otherCalls.map(({ requestId }) => requestId), ...otherIds];
    const outcomes = unknown.map((requestId) => ({ requestId, status: 500, milliseconds: 1 }));
    expect(await mergeOutcomes(key, outcomes)).toEqual(unknown);
    expect(await totals()).toMatchObject([{ calls: 2, errors: 0 }]);
  });

  it("finds a call that another process stores in the meantime", async () => {
    const { requestId } = mintCall(installation, { gateKeyId: key });
    await flushCalls();
    const other = await pool().connect();
    await other.query("BEGIN");
    const startedAt = new Date();
    const lateId = newId(startedAt.getTime());
    await other.query(
      `INSERT INTO calls SELECT $3, $1, client_id, company_id, organization_id, caller_kind, system_user_id, user_id,
         scope, method, path, NULL, NULL, gate_key_id FROM calls WHERE request_id = $2`,
      [lateId, requestId, startedAt],
    );
    const merging = mergeOutcomes(key, [{ requestId: lateId, status: 200, milliseconds: 1 }]);
    await other.query("COMMIT");
    other.release();
    expect(await merging).toEqual([]);
  });
});

it("merging and storing at the same time, around midnight too, never deadlock and count every error", async () => {
  const companies = await Promise.all([1, 2, 3, 4].map(() => mintInstallation()));
  const calls = Array.from({ length: 800 }, (_, n) =>
    mintCall(companies[n % 4] ?? installation, {
      startedAt: new Date(Date.now() + (n % 3 ? 0 : DAY_MS)),
      gateKeyId: key,
      status: null,
      path: `/${n % 7}`,
    }),
  );
  await flushCalls();
  const outcomes = calls.map(({ requestId }, n) => ({
    requestId,
    status: n % 2 ? 500 : 200,
    milliseconds: n,
  }));
  const more = Array.from({ length: 800 }, (_, n) =>
    mintCall(companies[n % 4] ?? installation, { status: 500, path: `/${n % 7}` }),
  );
  await Promise.all([
    mergeOutcomes(key, outcomes),
    mergeOutcomes(key, outcomes.toReversed()),
    mergeOutcomes(key, outcomes.slice(300).concat(outcomes.slice(0, 300))),
    flushCalls(),
  ]);
  const all = await Promise.all(companies.map(({ client }) => totalsOf(client.clientId)));
  const errors = all.flat().reduce((sum, total) => sum + total.errors, 0);
  expect(errors).toBe(400 + more.length);
});
