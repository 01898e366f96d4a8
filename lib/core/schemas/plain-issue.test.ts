import { expect, it } from "vitest";
import type { z } from "zod";
import { newId } from "@/lib/core/crypto/ids";
import { ServiceError } from "@/lib/core/errors";
import type { Operation } from "@/lib/operation/operation";
import { parseInput } from "@/lib/operation/parse-input";
import { managementOperations } from "@/test/requests/management-operations";

// zod's default messages.
const ZOD_WORDS =
  /invalid (input|option|string|key|element|union)|expected .* received|too (big|small)|unrecognized key|^Invalid$/i;

const HOSTILE: unknown[] = [
  ...[null, true, 0, -1, 1.5, 1e300, "", "x", "x".repeat(5_000), "\u202e", [], {}, [null], [[]]],
  ...[[{}], [1], ["x".repeat(5_000)], { a: 1 }, { name: null }, Array(200).fill("x")],
];

function bodiesFor(schema: z.ZodObject): unknown[] {
  const names = Object.keys(schema.shape);
  return [
    ...HOSTILE,
    ...names.flatMap((name) => HOSTILE.map((value) => ({ [name]: value }))),
    ...names.flatMap((name) => {
      const inner: unknown = Reflect.get(Object(schema.shape[name]), "shape");
      return Object.keys(Object(inner)).flatMap((field) =>
        HOSTILE.map((value) => ({ [name]: { [field]: value } })),
      );
    }),
  ];
}

type WrongCall = { body?: string; query?: Record<string, string> };

/** Every call with a wrong body, or with one wrong query parameter. */
function wrongCalls({ body, query }: Operation): WrongCall[] {
  const bodies = body ? bodiesFor(body).filter((sent) => !body.safeParse(sent).success) : [];
  const texts = ["", "x", "x".repeat(5_000), "\u202e", "-1", "1.5", "1e9", "null"];
  return [
    ...bodies.map((sent) => ({ body: JSON.stringify(sent) })),
    ...Object.keys(query?.shape ?? {}).flatMap((name) =>
      texts.map((text) => ({ query: { [name]: text } })),
    ),
  ];
}

const withInput = managementOperations.flatMap(({ operation }) =>
  operation.body || operation.query ? [operation] : [],
);

/** What is wrong with a call; null if nothing is. */
async function faultOf(
  operation: Operation,
  { body, query }: WrongCall,
): Promise<ServiceError | null> {
  const names = Object.keys(operation.params.shape);
  const params = names.map((name) => [name, name === "check" ? "client_secret" : newId()]);
  const url = `https://latchkey.example/?${new URLSearchParams(query)}`;
  const request = new Request(url, body === undefined ? {} : { method: "POST", body });
  request.headers.set("content-type", "application/json");
  try {
    await parseInput(operation, request, Object.fromEntries(params));
    return null;
  } catch (error) {
    if (error instanceof ServiceError) return error;
    throw error;
  }
}

it.each(withInput)(
  "errors of $id never expose zod's messages, whatever the input",
  async (operation) => {
    for (const call of wrongCalls(operation)) {
      const fault = await faultOf(operation, call);
      // A text may be right for a parameter.
      if (call.query && fault === null) continue;
      const what = JSON.stringify(call).slice(0, 200);
      expect(fault?.code, what).toBe("invalid_request");
      const [name] = Object.keys(call.query ?? {});
      if (name) expect(fault?.fields[0]?.path).toBe(name);
      for (const message of [fault?.message, ...(fault?.fields ?? []).map((each) => each.message)])
        expect(message, what).not.toMatch(ZOD_WORDS);
    }
  },
);
