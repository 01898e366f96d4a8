import { describe, expect, it } from "vitest";
import { metrics } from "@/lib/api/metrics";
import { env } from "@/lib/core/env/env";
import { flushCalls } from "@/lib/gate/calls/flush-calls";
import { countGateCheck } from "@/lib/gate/gate-metrics";
import { mintCall } from "@/test/factories/mint-call";
import { mintInstallation } from "@/test/factories/mint-installation";
import { mintOperator, mintServiceToken } from "@/test/factories/mint-platform";
import { mintAccessToken } from "@/test/factories/mint-tokens";

async function read(headers: Record<string, string>) {
  const response = await metrics(new Request(`${env().baseUrl}/metrics`, { headers }));
  return { response, text: await response.text() };
}

const bearer = (token: string) => ({ authorization: `Bearer ${token}` });

describe("GET /metrics", () => {
  it("counts calls and decisions of the gate in the format of Prometheus, without naming a client", async () => {
    const { cookie } = await mintOperator("support");
    const installation = await mintInstallation();
    for (let n = 0; n < 3; n++) mintCall(installation);
    countGateCheck("allowed");
    countGateCheck("access_token_scope");
    countGateCheck("allowed");
    const before = await read({ cookie });
    expect(before.response.headers.get("content-type")).toBe(
      "text/plain; version=0.0.4; charset=utf-8",
    );
    expect(before.text).toContain("\nlatchkey_calls_waiting 3\n");
    expect(before.text).toContain("\nlatchkey_calls_stored_total 0\n");
    expect(before.text).toContain('\nlatchkey_gate_checks_total{outcome="allowed"} 2\n');
    expect(before.text).toContain('\nlatchkey_gate_checks_total{outcome="access_token_scope"} 1\n');
    await flushCalls();
    const after = await read(bearer(await mintServiceToken(["platform/log/read"])));
    expect(after.text).toContain("\nlatchkey_calls_waiting 0\n");
    expect(after.text).toContain("\nlatchkey_calls_stored_total 3\n");
    expect(after.text).toContain("\nlatchkey_calls_flush_seconds_count 1\n");
    for (const line of after.text.trimEnd().split("\n")) {
      expect(line).toMatch(
        /^(# HELP latchkey_\w+ \S.*|# TYPE latchkey_\w+ (counter|gauge|histogram)|latchkey_\w+(\{(\w+="[\w.+]+",?)+\})? [\d.e+-]+|)$/,
      );
    }
    expect(after.text).not.toContain(installation.client.clientId);
  });

  it("is closed to everyone but operators and service keys with platform/log/read", async () => {
    const installation = await mintInstallation();
    const callers: [number, Record<string, string>][] = [
      [401, {}],
      [401, bearer(await mintAccessToken(installation, "offline"))],
      [403, { cookie: installation.seller.cookie }],
      [403, bearer(await mintServiceToken(["platform/directory/read"]))],
    ];
    for (const [status, headers] of callers) {
      const { response, text } = await read(headers);
      expect(response.status).toBe(status);
      expect(text).not.toContain("latchkey_calls");
    }
  });
});
