import { spawnSync } from "node:child_process";
import { readFile } from "node:fs/promises";
import { freePort } from "@/lib/core/db/embedded/start";
import { findProgram } from "@/scripts/find-program.mjs";
import { expect, test } from "@/test/process/process-test";

const RULES = "deploy/observability/alerts.yml";
const DASHBOARD = "deploy/observability/grafana-dashboard.json";
const DOCUMENT = "docs/observability.md";
/** A metric of this service or of its runtime, without the suffixes of a histogram. */
const METRIC = /\b(?:latchkey|process|nodejs)_\w+?(?=(?:_bucket|_sum|_count)?\b)/g;

function promtool(args: readonly string[], input = ""): { status: number | null; output: string } {
  const { status, stdout, stderr } = spawnSync(findProgram("promtool") ?? "", args, {
    input,
    encoding: "utf8",
  });
  return { status, output: stdout + stderr };
}

test("promtool accepts metrics and alerts, which name only metrics and runbooks that exist", async ({
  instance,
  startServer,
}) => {
  test.skip(!findProgram("promtool"), "promtool is missing, and apt-get could not install it");
  const port = await freePort();
  const env = { METRICS_PORT: String(port), WORKERS: "2", POOL_SIZE: "8" };
  await startServer({ env });
  for (const path of ["/readyz", "/sign-in", "/service/platform/gate/v1.0/check"])
    await fetch(instance.baseUrl + path);

  const answer = await fetch(`http://127.0.0.1:${port}/`);
  expect(answer.headers.get("content-type")).toBe("text/plain; version=0.0.4; charset=utf-8");
  const text = await answer.text();
  expect(promtool(["check", "metrics"], text)).toMatchObject({ status: 0 });
  expect(text).toMatch(/^latchkey_database_up 1$/m);
  expect(text).toMatch(/^latchkey_partitions_end_timestamp_seconds\{table="access_tokens"\} \d+$/m);
  expect(text).toMatch(
    /^latchkey_http_request_duration_seconds_count\{worker="\d",operation="readyz",status_class="2xx"\} \d+$/m,
  );
  expect((await fetch(`${instance.baseUrl}/metrics`)).status).toBe(401);

  const measured = new Set([...text.matchAll(/^# TYPE (\w+) /gm)].map(([, name]) => name));
  expect(promtool(["check", "rules", RULES])).toMatchObject({ status: 0 });
  const rules = await readFile(RULES, "utf8");
  const dashboard: unknown = JSON.parse(await readFile(DASHBOARD, "utf8"));
  const document = await readFile(DOCUMENT, "utf8");
  for (const source of [rules, JSON.stringify(dashboard), document])
    expect((source.match(METRIC) ?? []).filter((name) => !measured.has(name))).toEqual([]);
  const own = [...measured].filter((name) => name?.startsWith("latchkey_"));
  expect(own.filter((name) => !document.includes(`\`${name}\``))).toEqual([]);

  const anchors = [...document.matchAll(/^### (.*)$/gm)].map(([, title = ""]) =>
    title.toLowerCase().replaceAll(" ", "-").replaceAll("'", ""),
  );
  const named = [...rules.matchAll(/runbook: docs\/observability\.md#(\S+)/g)].map(
    ([, anchor]) => anchor,
  );
  expect(named).toHaveLength(rules.match(/- alert:/g)?.length ?? 0);
  expect(new Set(named)).toEqual(new Set(anchors));
});
