import { expect, test } from "vitest";
import { makeLog } from "@/lib/core/telemetry/log";

function logged(write: (log: ReturnType<typeof makeLog>) => void): Record<string, unknown> {
  const lines: string[] = [];
  write(makeLog({ write: (line) => void lines.push(line) }));
  return JSON.parse(lines.join(""));
}

test("a line is one JSON object with level, time, and message", () => {
  expect(logged((log) => log.info({ status: 200 }, "request"))).toEqual({
    level: "info",
    time: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
    status: 200,
    msg: "request",
  });
});

test.each([
  "authorization",
  "Cookie",
  "set-cookie",
  "client_secret",
  "clientSecret",
  "code",
  "access_token",
  "refresh_token",
  "password",
])("security 50: a field named %s is never written, at any depth", (name) => {
  const line = logged((log) =>
    log.info({ [name]: "open sesame", deep: [{ [name]: "open sesame" }] }),
  );
  expect(JSON.stringify(line)).not.toContain("open sesame");
});

test.each(["lko_", "lkn_", "lkr_", "lkc_", "lks_", "lkl_", "lkp_"])(
  "security 50: text that looks like a %s token is never written",
  (prefix) => {
    const token = `${prefix}3kTMd0aZ-9_xQ`;
    const line = logged((log) =>
      log.warn({ url: `/x?a=${token}&b=1`, err: new Error(`bad ${token}`) }, `saw ${token}`),
    );
    expect(JSON.stringify(line)).not.toContain("3kTMd0aZ");
    expect(line.url).toBe("/x?a=[redacted]&b=1");
  },
);

test("an error keeps its message, stack, and code", () => {
  const error = Object.assign(new Error("refused"), { code: "ECONNREFUSED" });
  expect(logged((log) => log.error({ err: error }, "down")).err).toMatchObject({
    message: "refused",
    stack: expect.stringContaining("log.test.ts"),
    code: "ECONNREFUSED",
  });
});

test("a circular field does not hang the log", () => {
  const loop: Record<string, unknown> = {};
  loop.self = loop;
  expect(JSON.stringify(logged((log) => log.info({ loop }, "loop")))).toContain("[too deep]");
});
