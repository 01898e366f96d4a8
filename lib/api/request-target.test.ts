import { createServer, IncomingMessage } from "node:http";
import { Socket } from "node:net";
import fc from "fast-check";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { requestListener } from "@/lib/api/request-listener";
import { checkTarget } from "@/lib/api/request-target";
import { listen } from "@/test/process/listen";
import { configureTestEnv } from "@/test/process/test-env";
import { sendBytes } from "@/test/requests/send-bytes";
import { takeLog } from "@/test/requests/take-log";

const server = createServer();
const lines = takeLog();
/** What reached the part that serves pages. */
const served: IncomingMessage[] = [];
let port: number;

beforeAll(async () => {
  ({ port } = await listen(server));
  const environment = configureTestEnv({ BASE_URL: `http://127.0.0.1:${port}` });
  const serve = requestListener(environment, [], (request, response) => {
    served.push(request);
    response.end("served");
  });
  server.on("request", serve);
});

beforeEach(() => {
  served.length = 0;
});

afterAll(() => server.close());

const piece = fc.constantFrom(
  ...["/", "\\", "..", ".", "@", ":", ";", "*", "#", "?", "%2f", "%5c", "%09"],
  ...["http://", "https://", "ftp://", "evil.example"],
);

const ask = (line: string, host = `127.0.0.1:${port}`) =>
  sendBytes(port, `${line} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`, true);

const locationOf = (answer: string) => /^location: (.*)$/im.exec(answer)?.[1]?.trim();

describe("security 66: a request target", () => {
  it("in absolute form counts as its path, for its host", async () => {
    expect(await ask("GET http://auth.example.com/sign-in?a=b", "other")).toMatch(/200 OK/);
    expect(served[0]?.url).toBe("/sign-in?a=b");
    expect(served[0]?.headers.host).toBe("auth.example.com");
    await ask("GET HTTP://auth.example.com:80?a=b", `localhost:${port}`);
    expect(served.at(-1)?.url).toBe("/?a=b");
  });

  it.each([
    "GET *",
    "POST *",
    "GET http://",
    "GET http:///x",
    "GET http://user:password@auth.example.com/x",
    "GET ftp://auth.example.com/x",
    "GET /a\\b",
    "GET /\\evil.example/x",
    "GET /a#b",
  ])("is rejected with 400 before any page for %s", async (line) => {
    const answer = await ask(line);
    // Without a body, Node's own parser rejected it.
    expect(answer).toMatch(/^HTTP\/1\.1 400 (?:.*\r\n\r\n$|.*"error":"invalid_request")/s);
    expect(served).toEqual([]);
  });

  it("security 50: keeps a password in the target out of the log", async () => {
    lines.length = 0;
    await ask("GET http://user:open-sesame@auth.example.com/x");
    expect(lines.join()).toContain('"status":400');
    expect(lines.join()).not.toContain("open-sesame");
  });

  it.each<[string, RegExp]>([
    ["CONNECT evil.example:443", /^$/],
    ["OPTIONS *", /^HTTP\/1\.1 204 .*\r\nallow: GET, HEAD, POST/is],
    ["TRACE /", /^HTTP\/1\.1 405 /],
    ["TRACE /healthz", /^HTTP\/1\.1 405 /],
    ["TRACE *", /^HTTP\/1\.1 405 /],
  ])("reaches no page for %s", async (line, answer) => {
    expect(await ask(line)).toMatch(answer);
    expect(served).toEqual([]);
  });

  it("spec 7: is rejected in the format of the API that the path belongs to", async () => {
    const management = await ask("TRACE /service/partner/authorization/v1.0/organization/x");
    expect(management).toMatch(/"error_uri":"[^"]+".*"errors":\[\]/);
    const oauth = await ask("TRACE /service/panel/authentication/v1.0/company/1/oauth/token");
    expect(oauth).toMatch(/"error_description":"[^"]+","error_uri":"[^"]+"/);
  });

  it("is rejected with 400 for two Host headers, none, or an invalid one", async () => {
    for (const hosts of [
      "Host: a\r\nHost: b\r\n",
      "Host: a\r\nhost: a\r\n",
      "",
      "Host:\r\n",
      "Host: a b\r\n",
      "Host: a/@evil.example\r\n",
      "Host: user@a\r\n",
    ]) {
      const answer = await sendBytes(port, `GET / HTTP/1.1\r\n${hosts}Connection: close\r\n\r\n`);
      expect(answer, hosts).toMatch(/^HTTP\/1\.1 400 /);
    }
    expect(served).toEqual([]);
  });

  it("is either rejected or reduced to a path, whatever its form", () => {
    const target = fc.oneof(
      fc.stringMatching(/^[\x21-\xff]{0,60}$/),
      fc.array(piece, { maxLength: 8 }).map((pieces) => pieces.join("")),
    );
    fc.assert(
      fc.property(target, (url) => {
        const request = new IncomingMessage(new Socket());
        Object.assign(request, { url, method: "GET", rawHeaders: ["Host", "a"] });
        const problem = checkTarget(request);
        return problem !== null || /^\/[\x21-\x22\x24-\x5b\x5d-\x7e]*$/.test(request.url ?? "");
      }),
      { numRuns: 2000 },
    );
  });
});

describe("security 68: the redirect of a page on localhost", () => {
  it.each(["//evil.example/x", "///evil.example", "/.//evil.example", "/%2f%2fevil.example/%5c"])(
    "keeps the path %s on the configured origin",
    async (path) => {
      const location = locationOf(await ask(`GET ${path}`, `localhost:${port}`)) ?? "";
      expect(location).toBe(`http://127.0.0.1:${port}${path}`);
      expect(new URL(location).origin).toBe(`http://127.0.0.1:${port}`);
    },
  );

  it("never leads to another origin, whatever the path", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(piece, { maxLength: 8 }), async (pieces) => {
        const location = locationOf(await ask(`GET /${pieces.join("")}`, `localhost:${port}`));
        if (location) expect(new URL(location).origin).toBe(`http://127.0.0.1:${port}`);
      }),
      { numRuns: 40 },
    );
  });
});

describe("security 66: a request that asks for another protocol", () => {
  const upgrade = "Connection: keep-alive, Upgrade\r\nUpgrade: websocket\r\n";

  it.each([
    ["GET", "", "GET /second HTTP/1.1\r\nHost: a\r\n\r\n"],
    ["POST", "Content-Length: 5\r\n", "hello"],
  ])("gets a normal response to %s, and its connection closes", async (method, headers, rest) => {
    const head = `${method} /here HTTP/1.1\r\nHost: a\r\n${upgrade}${headers}\r\n`;
    const answer = await sendBytes(port, head + rest, true);
    expect(answer).toMatch(/^HTTP\/1\.1 200 .*\r\nconnection: close/is);
    expect(served.map(({ url }) => url)).toEqual(["/here"]);
  });
});
