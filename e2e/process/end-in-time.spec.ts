import { once } from "node:events";
import { readdirSync } from "node:fs";
import { connect } from "node:net";
import { freezeFamily } from "@/test/process/process-family";
import { expect, test } from "@/test/process/process-test";
import { isOpen, readPostmaster, servingPid } from "@/test/process/server-process";
import { sendBytes } from "@/test/requests/send-bytes";

const UPGRADES = 300;
const SECONDS = 6;
const env = { DEMO: "0", SHUTDOWN_SECONDS: String(SECONDS) };

test.skip(
  process.platform !== "linux",
  "reads open file descriptors from /proc, which only Linux has",
);

const openFiles = (pid: number) => readdirSync(`/proc/${pid}/fd`).length;

async function askForUpgrades(port: number): Promise<void> {
  await Promise.all(
    Array.from({ length: UPGRADES }, async () => {
      const answer = await sendBytes(
        port,
        "GET /nowhere HTTP/1.1\r\nHost: a\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n",
        true,
      );
      // An address may have 80 pages waiting, and the not-found page is one.
      expect(answer).toMatch(/^HTTP\/1\.1 (404 |503 .*\r\nretry-after: )/s);
    }),
  );
}

test("security 66: 300 upgrade requests leak no descriptors, and SIGTERM then ends the process in time", async ({
  instance,
  startServer,
}) => {
  const server = await startServer({ env });
  const pid = await servingPid(instance);
  await askForUpgrades(instance.port);
  const before = openFiles(pid);
  await askForUpgrades(instance.port);
  await expect.poll(() => openFiles(pid)).toBeLessThanOrEqual(before);

  const idleConnection = connect(instance.port, "127.0.0.1");
  await once(idleConnection, "connect");
  const begin = performance.now();
  process.kill(pid, "SIGTERM");
  process.kill(pid, "SIGTERM");
  expect(await server.ended).toBe(0);
  expect(performance.now() - begin).toBeLessThan(SECONDS * 1000);
  idleConnection.destroy();
});

test("a frozen database does not keep the process alive and leaves nothing behind", async ({
  instance,
  startServer,
}) => {
  const server = await startServer({ env });
  const { pid: postmaster, port } = await readPostmaster(instance);
  await askForUpgrades(instance.port);
  const database = freezeFamily(postmaster);
  expect(database.length).toBeGreaterThan(3);
  const waiting = sendBytes(
    instance.port,
    "GET /service/panel/partners/v1.0/extensions/details/0123456789abcdef01234567 HTTP/1.1\r\nHost: a\r\nAuthorization: Basic MDEyMzQ1Njc4OWFiY2RlZjAxMjM0NTY3Ong=\r\n\r\n",
    true,
  );
  // Connections are accepted in order, so the waiting one has been accepted by now.
  expect((await fetch(`${instance.baseUrl}/healthz`)).status).toBe(200);
  const begin = performance.now();
  server.child.kill("SIGTERM");
  await server.ended;
  expect(performance.now() - begin).toBeLessThan((SECONDS + 1) * 1000);
  await waiting;
  await expect.poll(() => isOpen(port)).toBe(false);

  // The killed database recovers with all its data.
  const again = await startServer({ env });
  expect((await fetch(`${instance.baseUrl}/readyz`)).status).toBe(200);
  again.child.kill("SIGTERM");
  expect(await again.ended).toBe(0);
});

test("behind a load balancer, readiness fails first while requests still succeed", async ({
  instance,
  startServer,
}) => {
  const server = await startServer({ env: { ...env, BASE_URL: "https://auth.example.com" } });
  const ask = (path: string) => fetch(`${instance.baseUrl}${path}`);
  expect((await ask("/readyz")).status).toBe(200);
  server.child.kill("SIGTERM");
  await expect.poll(async () => (await ask("/readyz")).status).toBe(503);
  const answer = await ask("/healthz");
  expect(answer.status).toBe(200);
  expect(answer.headers.get("connection")).toBe("close");
  expect(await server.ended).toBe(0);
});
