import { execFile, execFileSync } from "node:child_process";
import { promisify } from "node:util";
import { generatedKeys } from "@/lib/core/crypto/generated-keys";
import { startEmbeddedDatabase } from "@/lib/core/db/embedded/start";
import { isInstalled } from "@/test/process/is-installed";
import { expect, test } from "@/test/process/process-test";
import { testedImage } from "@/test/process/servers";

const engine = ["podman", "docker"].find(isInstalled) ?? "";
test.skip(!engine || !testedImage, "needs podman or docker, and IMAGE with the name of an image");

/** As strict as a container of Latchkey can be. Without its limits, podman raises those of an account. */
const LIMITS = [
  ...["--memory=512m", "--memory-swap=512m", "--cpus=1", "--read-only"],
  ...["--cap-drop=all", "--security-opt=no-new-privileges"],
  ...["--ulimit=nofile=4096:4096", "--ulimit=nproc=4096:4096"],
];
const MAX_BYTES = 320_000_000;
/** More connections than it accepts. */
const CALLERS = 1_500;
const CALLS = 5_000;
const HEALTH = ["node", "check-health.mjs"];
const TOKEN_PATH = "/service/panel/authentication/v1.0/platform/oauth/token";

test("the image serves, survives an overload, and stops, read-only with 512 MB and one core", async ({
  instance,
}) => {
  test.setTimeout(600_000);
  const { dataDir, port, baseUrl } = instance;
  const { databasePassword, encryptionKeys, nextauthSecret } = generatedKeys(dataDir);
  const database = await startEmbeddedDatabase({
    dataDir,
    password: databasePassword,
    durable: false,
  });
  const settings = {
    PORT: String(port),
    BASE_URL: baseUrl,
    DATABASE_URL: database.url,
    ENCRYPTION_KEYS: encryptionKeys,
    NEXTAUTH_SECRET: nextauthSecret,
    LOG_LEVEL: "warn",
  };
  const variables = Object.entries(settings).map(([name, value]) => `--env=${name}=${value}`);
  const container = run("run", "--detach", "--network=host", ...LIMITS, ...variables, testedImage);
  try {
    const isReady = () =>
      fetch(`${baseUrl}/readyz`).then(
        ({ ok }) => ok,
        () => false,
      );
    await expect.poll(isReady, { timeout: 120_000 }).toBe(true);
    run("exec", container, ...HEALTH);
    await repeat(40, 2, () => expectOk(fetch(`${baseUrl}/sign-in`)));
    const printed = run("exec", container, "node", "latchkey.mjs", "service-key", "Image test");
    const requestToken = tokenRequest(baseUrl, printed);
    await repeat(3_000, 16, () => expectOk(requestToken()));
    await overload(requestToken, () => runMeanwhile(engine, ["exec", container, ...HEALTH]));
    await expectOk(requestToken());
    run("stop", "--time=15", container);
    expect(run("inspect", "--format={{.State.ExitCode}}", container)).toBe("0");
    const size = Number(run("image", "inspect", "--format={{.Size}}", testedImage));
    expect(size).toBeLessThanOrEqual(MAX_BYTES);
  } finally {
    process.stdout.write(run("logs", container));
    run("rm", "--force", "--volumes", container);
    await database.stop();
  }
});

/** A request that writes to the database, with the service key that a command has printed. */
function tokenRequest(baseUrl: string, printed: string): () => Promise<Response> {
  const field = (name: string) => new RegExp(`^ *${name} +(\\S+)$`, "m").exec(printed)?.[1];
  const credentials = `${field("client_id")}:${field("client_secret")}`;
  const headers = { authorization: `Basic ${Buffer.from(credentials).toString("base64")}` };
  const body = () => new URLSearchParams({ grant_type: "client_credentials" });
  return () => fetch(baseUrl + TOKEN_PATH, { method: "POST", headers, body: body() });
}

/** Sends far more requests at once than the service accepts. Meanwhile its health check succeeds. */
async function overload(
  request: () => Promise<Response>,
  checkHealth: () => Promise<unknown>,
): Promise<void> {
  const results = new Set<string>();
  let isOver = false;
  const watch = async () => {
    while (!isOver) await checkHealth();
  };
  const call = async () => {
    try {
      const response = await request();
      await response.text();
      results.add(String(response.status));
    } catch {
      results.add("cut before it was read");
    }
  };
  const calls = repeat(CALLS, CALLERS, call).finally(() => {
    isOver = true;
  });
  await Promise.all([calls, watch()]);
  // 408: the machine was too busy to send the request in time.
  const expected = ["200", "408", "503", "cut before it was read"];
  expect(expected).toEqual(expect.arrayContaining([...results]));
}

async function expectOk(pending: Promise<Response>): Promise<void> {
  const response = await pending;
  expect(response.status, await response.text()).toBe(200);
}

/** @param lanes how many at the same time */
async function repeat(times: number, lanes: number, work: () => Promise<void>): Promise<void> {
  let left = times;
  const lane = async () => {
    while (left-- > 0) await work();
  };
  await Promise.all(Array.from({ length: lanes }, lane));
}

const runMeanwhile = promisify(execFile);

/** Runs a command of the container engine. Returns what it prints. */
function run(...args: string[]): string {
  return execFileSync(engine, args, { encoding: "utf8" }).trim();
}
