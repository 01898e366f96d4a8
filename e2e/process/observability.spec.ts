import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { freePort } from "@/lib/core/db/embedded/start";
import { findProgram } from "@/scripts/find-program.mjs";
import { expect, test } from "@/test/process/process-test";
import { signedInDemo } from "@/test/process/signed-in-demo";
import { obtainTokens } from "@/test/requests/http/obtain-tokens";
import { companyOauth, postToken } from "@/test/requests/http/post-token";

const RULES = "deploy/observability/alerts.yml";
const DASHBOARD = "deploy/observability/grafana-dashboard.json";
const DOCUMENT = "docs/observability.md";
/** Counted only once an extension was called or clean-up found something; a panel without them says "No data". */
const RARE = /latchkey_(delivery_attempts|clean_up_deleted)_total/;
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
  const env = { METRICS_PORT: String(port) };
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
    /^latchkey_http_request_duration_seconds_count\{operation="readyz",status_class="2xx"\} \d+$/m,
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

test("every query of the dashboard returns data after a few requests", async ({
  playwright,
  instance,
  startServer,
}) => {
  const program = findProgram("prometheus");
  test.skip(!program, "Prometheus is missing, and apt-get could not install it");
  const [metricsPort, port] = [await freePort(), await freePort()];
  await startServer({ env: { METRICS_PORT: String(metricsPort) } });
  const { demo, request, client } = await signedInDemo(playwright, instance);
  const config = join(instance.dataDir, "prometheus.yml");
  await writeFile(
    config,
    `{"global":{"scrape_interval":"1s"},"scrape_configs":[{"job_name":"latchkey","metrics_path":"/",
      "static_configs":[{"targets":["127.0.0.1:${metricsPort}"]}]}]}`,
  );
  const options = ["--config.file", config, "--storage.tsdb.path", join(instance.dataDir, "tsdb")];
  const prometheus = spawn(
    program ?? "",
    [...options, "--web.listen-address", `127.0.0.1:${port}`],
    { stdio: "ignore" },
  );
  try {
    const queries = await dashboardQueries();
    const withoutData = async () => {
      await obtainTokens(request, request, demo.company_id, client);
      await postToken(request, `${companyOauth(demo.company_id)}/token`, {
        client,
        json: { grant_type: "authorization_code", code: "unknown" },
      });
      const results = await Promise.all(
        queries.map(async (query) => {
          const answer = await fetch(
            `http://127.0.0.1:${port}/api/v1/query?${new URLSearchParams({ query })}`,
          );
          const { status, data } = await answer.json();
          return status === "success" && data.result.length > 0 ? [] : [query];
        }),
      );
      return results.flat();
    };
    await expect
      .poll(() => withoutData().catch(() => ["Prometheus"]), { timeout: 120_000 })
      .toEqual([]);
  } finally {
    await request.dispose();
    prometheus.kill();
    await once(prometheus, "exit");
  }
});

/** The queries of the dashboard as Grafana sends them for all instances. */
async function dashboardQueries(): Promise<string[]> {
  const { panels } = JSON.parse(await readFile(DASHBOARD, "utf8"));
  return panels
    .flatMap(({ targets = [] }: { targets?: { expr: string }[] }) => targets)
    .map(({ expr }: { expr: string }) =>
      expr.replaceAll("$instance", ".*").replaceAll("$__rate_interval", "10s"),
    )
    .filter((query: string) => !RARE.test(query));
}
