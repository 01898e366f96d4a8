import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { newId } from "@/lib/core/crypto/ids";
import { type Installation, mintInstallation } from "@/test/factories/mint-installation";
import { mintServiceKey } from "@/test/factories/mint-platform";
import { mintAccessToken } from "@/test/factories/mint-tokens";
import { callGate, loggedCalls, reportCalls, useRules } from "@/test/requests/call-gate";
import { textOf } from "@/test/requests/read-json";

let installation: Installation;
let key: string;
let token: string;

beforeAll(() => useRules([{ methods: ["GET"], path: "/ping" }]));

beforeEach(async () => {
  installation = await mintInstallation();
  key = (await mintServiceKey(["platform/gate"])).clientSecret;
  token = await mintAccessToken(installation, "offline");
});

async function allowedCall(gateKey = key): Promise<string> {
  const { headers } = await callGate({ key: gateKey, token, uri: "/ping" });
  return textOf(headers.get("x-latchkey-request-id"));
}

const lineOf = (request_id: string, more: object = {}) =>
  `${JSON.stringify({ request_id, status: 200, milliseconds: 12.5, ...more })}\n`;
/** Status and duration of each call, by its request id. */
const outcomes = async () =>
  Object.fromEntries(
    (await loggedCalls(installation.client.clientId)).map((call) => [
      call.requestId,
      [call.status, call.milliseconds],
    ]),
  );

describe("a proxy's report", () => {
  it("adds status and duration to calls checked with the same key, and ignores other fields", async () => {
    const [one, two] = [await allowedCall(), await allowedCall()];
    const lines = [
      lineOf(one, { remote_addr: "192.0.2.1" }),
      lineOf(two, { status: 502, milliseconds: 3000 }).trim(),
    ];
    // A report can be repeated.
    for (let time = 0; time < 2; time += 1) {
      const answer = await reportCalls(key, lines.join("\n"));
      expect([answer.status, answer.body]).toEqual([200, { merged: 2, failed: 0, errors: [] }]);
      expect(answer.headers.get("cache-control")).toBe("no-store");
    }
    expect(await outcomes()).toEqual({ [one]: [200, 12], [two]: [502, 3000] });
  });

  it.each(["", null])("can be empty: %j", async (body) => {
    expect((await reportCalls(key, body)).body).toMatchObject({ merged: 0, failed: 0 });
  });

  it("names calls that do not exist or were checked with another key, which it does not change", async () => {
    const foreign = await allowedCall((await mintServiceKey(["platform/gate"])).clientSecret);
    const unknown = newId(Date.now() - 60_000);
    const answer = await reportCalls(key, lineOf(foreign) + lineOf(unknown));
    const error = expect.stringContaining("no call with this request_id");
    const errors = [1, 2].map((line) => ({ line, error }));
    expect(answer.body).toEqual({ merged: 0, failed: 2, errors });
    expect(await outcomes()).toEqual({ [foreign]: [null, null] });
  });

  it("names the problem of each invalid line, and uses the others", async () => {
    const id = await allowedCall();
    const lines = [
      lineOf(id, { status: 99 }),
      lineOf(id, { status: "200" }),
      lineOf(id, { milliseconds: -1 }),
      lineOf("not-an-id"),
      '{"request_id": \n',
      "[]\n",
      `{"request_id": "${"x".repeat(70_000)}"}\n`,
      lineOf(id, { status: 204 }),
    ];
    const answer = await reportCalls(key, lines.join(""));
    expect(answer.body).toEqual({
      merged: 1,
      failed: 7,
      errors: [
        { line: 1, error: "status must be a whole number from 100 to 599." },
        { line: 2, error: "status must be a whole number from 100 to 599." },
        { line: 3, error: expect.stringMatching(/^milliseconds must be a number from 0/) },
        { line: 4, error: "request_id must be a value of X-Latchkey-Request-Id." },
        { line: 5, error: "The line must be an object." },
        { line: 6, error: "The line must be an object." },
        { line: 7, error: "The line is longer than 65536 bytes." },
      ],
    });
    expect(await outcomes()).toEqual({ [id]: [204, 12] });
  });

  it("names at most 100 lines, however many are wrong, and is read as a stream", async () => {
    const chunk = new TextEncoder().encode("{}\n".repeat(10_000));
    let sent = 0;
    const body = new ReadableStream({
      pull(controller) {
        sent += 1;
        if (sent > 12) controller.close();
        else controller.enqueue(chunk);
      },
    });
    const { body: result } = await reportCalls(key, body);
    expect(result).toMatchObject({ merged: 0, failed: 100_001 });
    expect(result.errors).toHaveLength(100);
  });
});
