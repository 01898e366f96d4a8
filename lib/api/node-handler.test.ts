import { EventEmitter, once } from "node:events";
import { createServer, type Server } from "node:http";
import { connect } from "node:net";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Handler } from "@/lib/api/endpoint";
import { Response as LightResponse } from "@/lib/api/light-response";
import { nodeHandler } from "@/lib/api/node-handler";
import { readJson, readParameters } from "@/lib/core/http/read-body";
import { renderOAuthError, toServiceError } from "@/lib/core/http/render-error";
import { listen } from "@/test/process/listen";
import { sendBytes } from "@/test/requests/send-bytes";

let server: Server;
let port: number;
let handler: Handler;

beforeAll(async () => {
  server = createServer((incoming, outgoing) => {
    void nodeHandler("http://localhost", (request) => handler(request))(incoming, outgoing, {
      "x-request-id": "0123",
    });
  });
  ({ port } = await listen(server));
});

afterAll(() => {
  server.close();
  server.closeAllConnections();
});

const call = (init?: RequestInit) => fetch(`http://127.0.0.1:${port}/path?a=b`, init);

const readBody: Handler = async (request) => {
  try {
    return new Response(JSON.stringify(await readParameters(request)));
  } catch (thrown) {
    return renderOAuthError(toServiceError(thrown, "0123"), "0123");
  }
};

const OPTIONAL = { isOptional: true };

type Body = ReadableStream<Uint8Array> | string | null;

function construct(
  Made: typeof Response | typeof LightResponse,
  body: Body,
  init: ResponseInit,
): Response {
  return Reflect.construct(Made, [body, init]);
}

/** A body without end that says when its reader has left. */
function endless() {
  const source = new EventEmitter();
  let chunks = 0;
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      chunks += 1;
      controller.enqueue(new Uint8Array(65_536));
    },
    cancel: () => void source.emit("cancel"),
  });
  return { body, cancellation: once(source, "cancel"), countChunks: () => chunks };
}

describe.each([
  ["Response", Response],
  ["LightResponse", LightResponse],
])("with %s, a caller gets", (_name, Made) => {
  const make = (body: Body, init: ResponseInit) => construct(Made, body, init);

  it("status, headers and body", async () => {
    handler = () => make("déjà vu", { status: 404, headers: { "content-type": "text/plain" } });
    const answer = await call();
    expect(answer.status).toBe(404);
    expect(answer.headers.get("content-type")).toContain("text/plain");
    expect(answer.headers.get("x-request-id")).toBe("0123");
    expect(await answer.text()).toBe("déjà vu");
  });

  it("headers that were changed later, and every cookie", async () => {
    handler = () => {
      const response = make(null, { headers: { "x-request-id": "4567" } });
      response.headers.append("set-cookie", "a=1");
      response.headers.append("set-cookie", "b=2");
      return response;
    };
    const answer = await call();
    expect(answer.headers.get("x-request-id")).toBe("4567");
    expect(answer.headers.getSetCookie()).toEqual(["a=1", "b=2"]);
  });

  it("a stream no faster than it is read, and the stream ends when the caller leaves", async () => {
    const { body, cancellation, countChunks } = endless();
    handler = () => make(body, {});
    const leaving = new AbortController();
    const answer = await call({ signal: leaving.signal });
    const reader = answer.body?.getReader();
    for (let count = 0; count < 20; count += 1) await reader?.read();
    expect(countChunks()).toBeLessThan(1_000);
    leaving.abort();
    await cancellation;
  });

  it("the headers of a stream in response to HEAD, and the stream ends at once", async () => {
    const { body, cancellation } = endless();
    handler = () => make(body, { headers: { "content-type": "text/plain" } });
    const answer = await call({ method: "HEAD" });
    expect(answer.headers.get("content-type")).toBe("text/plain");
    await cancellation;
  });

  it("a broken connection instead of a partial body that looks complete", async () => {
    handler = () => {
      const parts = [new Uint8Array(10)];
      const body = new ReadableStream<Uint8Array>({
        pull(controller) {
          const part = parts.pop();
          if (part) controller.enqueue(part);
          else controller.error(new Error("broke off"));
        },
      });
      return make(body, {});
    };
    const answer = await call();
    await expect(answer.arrayBuffer()).rejects.toThrow();
  });
});

describe("a request of node:http", () => {
  it.each(["content-length: 0\r\n", "", "transfer-encoding: chunked\r\n"])(
    "may have no body where one is optional, with the header %j",
    async (header) => {
      handler = async (request) => new Response(JSON.stringify(await readJson(request, OPTIONAL)));
      const chunks = header.startsWith("transfer") ? "0\r\n\r\n" : "";
      const head = `POST / HTTP/1.1\r\nhost: a\r\nconnection: close\r\n${header}\r\n`;
      expect(await sendBytes(port, head + chunks)).toMatch(/^HTTP\/1.1 200 [\s\S]*\{\}/);
    },
  );

  it("has its parameters, whether its body announces its size or not", async () => {
    handler = readBody;
    const headers = { "content-type": "application/json" };
    const sized = await call({ method: "POST", headers, body: '{"a":"é"}' });
    expect(await sized.json()).toEqual({ a: "é" });
    const head =
      "POST / HTTP/1.1\r\nhost: a\r\nconnection: close\r\ncontent-type: application/json";
    const chunks = '5\r\n{"a":\r\n4\r\n"b"}\r\n0\r\n\r\n';
    const chunked = await sendBytes(port, `${head}\r\ntransfer-encoding: chunked\r\n\r\n${chunks}`);
    expect(chunked).toContain('{"a":"b"}');
  });

  it("has both values of a repeated Authorization header, so that neither counts", async () => {
    handler = (request) => new Response(request.headers.get("authorization"));
    const sent = "GET / HTTP/1.1\r\nhost: a\r\nconnection: close\r\n";
    const answer = await sendBytes(port, `${sent}authorization: a\r\nAuthorization: b\r\n\r\n`);
    expect(answer).toContain("a, b");
  });

  it.each<[string, Handler, string]>([
    ["no one reads its body", () => new Response("unread"), "HTTP/1.1 200"],
    ["its body was read in part", readBody, "HTTP/1.1 413"],
  ])("leaves the connection usable if %s", async (_, answerPost, status) => {
    handler = (request) => (request.method === "POST" ? answerPost(request) : new Response("next"));
    const chunk = `2000\r\n${"a".repeat(8192)}\r\n`;
    const json = "content-type: application/json\r\ntransfer-encoding: chunked\r\n\r\n";
    const first = `POST / HTTP/1.1\r\nhost: a\r\n${json}${chunk.repeat(20)}0\r\n\r\n`;
    const second = "GET / HTTP/1.1\r\nhost: a\r\nconnection: close\r\n\r\n";
    const answers = await sendBytes(port, first + second, true);
    expect(answers).toContain(status);
    expect(answers).toContain("next");
  });

  it("gets no body in response to HEAD, but its length", async () => {
    handler = () => construct(LightResponse, "12345", {});
    const answer = await call({ method: "HEAD" });
    expect(answer.headers.get("content-length")).toBe("5");
    expect(await answer.text()).toBe("");
  });

  it("ends its stream if the caller leaves while an earlier request on the connection waits", async () => {
    const { body, cancellation } = endless();
    const socket = connect(port, "127.0.0.1");
    handler = ({ method }) => {
      if (method === "DELETE") return new Promise(() => {});
      setImmediate(() => socket.destroy());
      return construct(LightResponse, body, {});
    };
    socket.write("DELETE / HTTP/1.1\r\nhost: a\r\n\r\nGET / HTTP/1.1\r\nhost: a\r\n\r\n");
    await cancellation;
  });

  it.each<[string, Handler]>([
    [
      "its response has a header that cannot be sent",
      () => construct(LightResponse, "text", { headers: { location: "/caf\u{e9}\u{2603}" } }),
    ],
    ["its handler fails", () => Promise.reject(new Error("unforeseen"))],
  ])("gets server_error if %s", async (_, failing) => {
    handler = failing;
    const answer = await call();
    expect([answer.status, answer.headers.get("location")]).toEqual([500, null]);
    expect(await answer.json()).toMatchObject({ error: "server_error" });
  });
});
