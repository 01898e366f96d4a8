import { expect, test } from "@/test/process/process-test";
import { sendBytes } from "@/test/requests/send-bytes";

const FORGED = '{"level":"fatal","msg":"forged"}';
const SECRET = "lks_0000000000000000000000000000000";
const LINE = encodeURIComponent(`\n${FORGED} ${SECRET}\n`);

const get = (path: string, headers = "") => ({
  bytes: `GET ${path} HTTP/1.1\r\nHost: a\r\n${headers}Connection: close\r\n\r\n`,
});

const post = (path: string, type: string, body: string, headers = "") => ({
  bytes: `POST ${path} HTTP/1.1\r\nHost: a\r\n${headers}Content-Type: ${type}\r\nContent-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`,
});

const SIGN_IN = "/api/auth/callback/credentials";
const FORM = "application/x-www-form-urlencoded";

/** Input that used to be printed unchanged or cause a 500, and input that might. */
const requests: { bytes: string; status?: number }[] = [
  { ...get(`/api/auth/signin?callbackUrl=javascript:x${LINE}`), status: 404 },
  { ...get(`/api/auth/signin/${LINE}?error=${LINE}`), status: 404 },
  { ...get(`/api/auth/error?error=${encodeURIComponent("🙈")}`), status: 404 },
  { ...get("/api/auth/providers"), status: 404 },
  { ...get("/api/auth/session"), status: 404 },
  { ...post("/api/auth/signout", FORM, "csrfToken=x"), status: 404 },
  {
    ...post(
      "/api/auth/_log",
      "application/json",
      JSON.stringify({ level: "error", code: `\n${FORGED}` }),
    ),
    status: 404,
  },
  { ...get(SIGN_IN), status: 405 },
  { ...post(`${SIGN_IN}?callbackUrl=javascript:x${LINE}`, FORM, "email=a"), status: 302 },
  {
    ...post(SIGN_IN, FORM, "email=a", `Cookie: latchkey.return=javascript:x${LINE}\r\n`),
    status: 302,
  },
  { ...post(SIGN_IN, FORM, `callbackUrl=javascript:x${LINE}`), status: 302 },
  { ...post(SIGN_IN, "application/json", '{"a'), status: 415 },
  { ...post(SIGN_IN, FORM, `email=${"a".repeat(70_000)}`), status: 413 },
  get(`/sign-in?error=${LINE}&callbackUrl=${LINE}&return_to=${LINE}`),
  get(`/%0A${LINE}`),
  { ...get("/%E0%A4%A"), status: 400 },
  get(`/_next/data/${LINE}.json`),
  get("/sign-in", `rsc: 1\r\nnext-router-state-tree: ${LINE}\r\n`),
  get("/sign-in", `next-action: ${FORGED}${SECRET}\r\n`),
  get("/sign-in", `X-Forwarded-For: ${FORGED}, ${SECRET}\r\nX-Forwarded-Host: ${SECRET}\r\n`),
  get("/sign-in", `Accept-Language: ${SECRET};q=x\r\nCookie: language=${LINE}; theme=${LINE}\r\n`),
  post("/sign-in", "multipart/form-data; boundary=x", `--x\r\n${FORGED}\r\n`),
  post("/service/panel/authentication/v1.0/company/1/oauth/token", "application/json", FORGED),
  { bytes: `GET * HTTP/1.1\r\nHost: a\r\n\r\n`, status: 400 },
  { bytes: `OPTIONS * HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`, status: 204 },
  { bytes: `TRACE /${LINE} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`, status: 405 },
];

test("security 64: writes one redacted JSON line after another, whatever callers send", async ({
  instance,
  startServer,
}) => {
  const trusted = { TRUSTED_PROXIES: "127.0.0.1" };
  const server = await startServer({ env: { DEMO: "0", LOG_LEVEL: "debug", ...trusted } });
  const before = server.output().length;
  for (const { bytes, status } of requests) {
    const answer = await sendBytes(instance.port, bytes, true);
    const description = `${bytes.slice(0, 120)}: ${answer.slice(0, 300)}`;
    if (status) expect(answer, description).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
    else expect(answer, description).toMatch(/^HTTP\/1\.1 [234]/);
  }
  server.child.kill("SIGTERM");
  expect(await server.ended).toBe(0);
  const lines = server.output().slice(before).trimEnd().split("\n");
  expect(lines.length).toBeGreaterThanOrEqual(requests.length);
  for (const line of lines) {
    expect(() => JSON.parse(line), line).not.toThrow();
    expect(line).not.toContain(SECRET);
    expect(JSON.parse(line), line).toHaveProperty("time");
  }
});
