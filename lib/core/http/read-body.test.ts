import { setImmediate as nextTurn, setTimeout as pause } from "node:timers/promises";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ServiceError } from "@/lib/core/errors";
import {
  atPace,
  MAX_BODY_BYTES,
  parseForm,
  readFile,
  readForm,
  readJson,
  readParameters,
  streamBody,
} from "@/lib/core/http/read-body";

const URL_ = "http://127.0.0.1:3000/";
const FORM = "application/x-www-form-urlencoded";

const post = (type: string | null, body: BodyInit) =>
  new Request(URL_, { method: "POST", body, headers: type ? { "content-type": type } : {} });

/** A body without a length. */
function streamed(
  type: string,
  body: ReadableStream<Uint8Array>,
  more: Record<string, string> = {},
) {
  const headers = { ...more, "content-type": type };
  const init = { method: "POST", body, headers, duplex: "half" };
  return new Request(URL_, init);
}

const chunked = (type: string, pieces: readonly Uint8Array[]) =>
  streamed(
    type,
    new ReadableStream({
      start(controller) {
        for (const piece of pieces) controller.enqueue(piece);
        controller.close();
      },
    }),
  );

const name = fc.string({ unit: "grapheme" }).filter((text) => text.isWellFormed());
const value = name.filter((text) => !text.includes("\0"));

it.each<Record<string, string>>([{}, { "content-length": "500" }])(
  "a body that ends early gets invalid_request, with the headers %j",
  async (headers) => {
    const body = new ReadableStream<Uint8Array>({
      pull: (controller) => controller.error(new Error("aborted")),
    });
    const request = streamed(FORM, body, headers);
    await expect(readParameters(request)).rejects.toMatchObject({ code: "invalid_request" });
  },
);

describe("a form body", () => {
  it("is parsed exactly as written", () => {
    fc.assert(
      fc.property(fc.dictionary(name, value), (fields) => {
        const text = new URLSearchParams(Object.entries(fields)).toString();
        expect({ ...parseForm(text) }).toEqual({ ...fields });
      }),
    );
  });

  it("security 8: is rejected when a name is repeated", () => {
    fc.assert(
      fc.property(fc.dictionary(name, value, { minKeys: 1 }), value, (fields, again) => {
        const [repeated = ""] = Object.keys(fields);
        const pairs: [string, string][] = [...Object.entries(fields), [repeated, again]];
        expect(() => parseForm(new URLSearchParams(pairs).toString())).toThrow("repeated");
      }),
    );
  });

  it("may use names of built-in object members", () => {
    const fields = parseForm("__proto__=a&constructor=b&toString=c");
    expect(Object.entries(fields)).toEqual([
      ["__proto__", "a"],
      ["constructor", "b"],
      ["toString", "c"],
    ]);
  });
});

describe("a JSON body", () => {
  it("is parsed exactly as written, unless a value or a key contains NUL", async () => {
    const pieces = fc.constantFrom("\\", "\\\\", "\0", "u0000", "\\u0000", "a", '"', "0", "u");
    const text = fc.array(pieces).map((parts) => parts.join(""));
    const values = fc.oneof(
      fc.jsonValue(),
      text,
      fc.dictionary(
        text.filter((key) => key !== "__proto__"),
        text,
      ),
    );
    const containsNul = (sent: unknown): boolean =>
      typeof sent === "string"
        ? sent.includes("\0")
        : Object.entries(sent ?? {}).some((entry) => entry.some(containsNul));
    await fc.assert(
      fc.asyncProperty(values, async (sent) => {
        const reading = readJson(post("application/json", JSON.stringify(sent)));
        if (containsNul(sent)) await expect(reading).rejects.toThrow("contains a NUL character");
        else expect(await reading).toEqual(JSON.parse(JSON.stringify(sent)));
      }),
    );
  });

  it.each([
    ['{"token":"\\u0000","a":"\\\\u0000"}', 200],
    ['{"token":"a\\u0000\\u0000b","tok":1}', 200],
    ['{"token":"\\u0000","a":"\\u0000"}', 400],
    ['{"token":["\\u0000"]}', 400],
    ['{"token":{"token":"\\u0000"}}', 400],
    ['{"token":"\\u0000","token":"a"}', 400],
    ['{"a":"\\\\\\u0000"}', 400],
    ['{"\\u0000":1}', 400],
    ...["[]", "1", '"a"', "null", "true"].map((text): [string, number] => [text, 400]),
  ])("of the flow is an object that may have NUL in its token only: %s", async (text, status) => {
    const reading = readParameters(post("application/json", text));
    if (status === 200) expect(await reading).toEqual(JSON.parse(text));
    else await expect(reading).rejects.toMatchObject({ status });
  });
});

describe("security 53: any other body", () => {
  it("may have 64 KB, and gets 413 for one byte more, sized or chunked", async () => {
    const most = Buffer.alloc(MAX_BODY_BYTES, "a");
    const more = Buffer.alloc(MAX_BODY_BYTES + 1, "a");
    expect(await readForm(post(FORM, most))).toBeTruthy();
    expect(await readForm(chunked(FORM, [most.subarray(9), most.subarray(0, 9)]))).toBeTruthy();
    const pieces = [most, Buffer.from("a")];
    for (const request of [post(FORM, more), chunked(FORM, pieces)]) {
      await expect(readForm(request)).rejects.toMatchObject({ status: 413 });
    }
  });

  it("gets 400 when it is not UTF-8", async () => {
    const bytes = Uint8Array.of(0x61, 0x3d, 0xff);
    for (const read of [readForm(post(FORM, bytes)), readJson(post("application/json", bytes))]) {
      await expect(read).rejects.toMatchObject({ status: 400, message: expect.any(String) });
    }
  });

  it("gets 415 with the supported types for a wrong or missing Content-Type", async () => {
    for (const type of ["text/plain", "multipart/form-data", "application/jsonp", null]) {
      const request = post(type, Buffer.from("{}"));
      await expect(readParameters(request)).rejects.toMatchObject({
        status: 415,
        message: expect.stringContaining("application/json"),
      });
    }
  });

  it("is parsed or rejected but never causes a server error, whatever its bytes", async () => {
    const type = fc.constantFrom("application/json", FORM);
    await fc.assert(
      fc.asyncProperty(type, fc.uint8Array(), async (chosen, bytes) => {
        try {
          await readParameters(post(chosen, new Uint8Array(bytes)));
        } catch (error) {
          expect(error).toBeInstanceOf(ServiceError);
        }
      }),
    );
  });
});

describe("a body with Content-Encoding", () => {
  const encoded = (coding: string) =>
    new Request(URL_, {
      method: "POST",
      headers: { "content-type": "application/json", "content-encoding": coding },
      body: "{}",
    });
  const readers: [string, (request: Request) => unknown][] = [
    ["parameters", readParameters],
    ["JSON", readJson],
    ["optional JSON", (request) => readJson(request, { isOptional: true })],
    ["a file", (request) => readFile(request, { types: ["application/json"], maxBytes: 9 })],
    ["a stream", async (request) => streamBody(request)],
  ];

  it.each(readers)(
    "is read as %s if the encoding changes nothing, or else gets 415",
    async (_, read) => {
      for (const coding of ["identity", "Identity", "identity, identity", ""]) {
        await expect(read(encoded(coding))).resolves.toBeDefined();
      }
      for (const coding of ["gzip", "x-gzip", "br", "zstd", "gzip, br", "identity, gzip", "?"]) {
        await expect(read(encoded(coding))).rejects.toMatchObject({
          status: 415,
          message: `Content-Encoding is ${coding}: send the body uncompressed, without Content-Encoding.`,
          headers: { "accept-encoding": "identity" },
        });
      }
    },
  );
});

it.each([null, "application/json", FORM, "text/plain;charset=UTF-8"])(
  "a request without a body is a form without fields, with the type %s",
  async (type) => {
    for (const request of [post(type, ""), chunked(type ?? "", [])]) {
      expect(await readForm(request)).toEqual({});
    }
  },
);

describe("a file", () => {
  const limits = { types: ["image/png"], maxBytes: 1_000 };

  it.each<[string, UnderlyingSource<Uint8Array>["pull"]]>([
    ["that stops", () => new Promise(() => undefined)],
    [
      "that trickles",
      async (controller) => {
        await pause(2);
        controller.enqueue(new Uint8Array(1));
      },
    ],
  ])(
    "security 107: %s is rejected after the time that it may take, and not read on",
    async (what, pull) => {
      let isCancelled = false;
      const body = new ReadableStream<Uint8Array>({
        pull,
        cancel() {
          isCancelled = true;
        },
      });
      const request = streamed("image/png", body);
      const slowest = { grace: 50, bytesPerSecond: 1024 * 1024 };
      await expect(readFile(request, limits, slowest)).rejects.toMatchObject({
        code: "invalid_request",
        message: "The body arrived too slowly. Send at least 1024 KB a second.",
      });
      if (what === "that trickles") await expect.poll(() => isCancelled).toBe(true);
    },
  );

  it("may take longer as long as its bytes arrive fast enough", async () => {
    const read = async (count: (bytes: number) => void) => {
      count(1_000);
      await nextTurn();
      return "read";
    };
    expect(await atPace({ grace: 0, bytesPerSecond: 1 }, read)).toBe("read");
    const stall = (count: (bytes: number) => void) => {
      count(1_000);
      return new Promise<never>(() => undefined);
    };
    await expect(atPace({ grace: 0, bytesPerSecond: 100_000 }, stall)).rejects.toThrow(
      "too slowly",
    );
  });

  it("is rejected above its size, whether it announces it or not", async () => {
    const tooLarge = new Uint8Array(1_001);
    const sized = post("image/png", tooLarge);
    await expect(readFile(sized, limits)).rejects.toMatchObject({ code: "payload_too_large" });
    const unsized = chunked("image/png", [tooLarge]);
    await expect(readFile(unsized, limits)).rejects.toMatchObject({ code: "payload_too_large" });
    expect(await readFile(post("image/png", new Uint8Array(1_000)), limits)).toHaveLength(1_000);
  });
});

describe("security 123: more than a thousand parameters", () => {
  const names = Array.from({ length: 1_001 }, (_, index) => `p${index}`);
  const form = (count: number) => names.slice(0, count).join("=&");
  const json = (count: number) =>
    JSON.stringify(Object.fromEntries(names.slice(0, count).map((name) => [name, ""])));

  it.each([
    [FORM, form],
    ["application/json", json],
  ])("are rejected in a body of type %s", async (type, body) => {
    expect(Object.keys(await readParameters(post(type, body(1_000))))).toHaveLength(1_000);
    await expect(readParameters(post(type, body(1_001)))).rejects.toMatchObject({
      code: "invalid_request",
      message: "The request has more than 1000 parameters.",
    });
  });
});
