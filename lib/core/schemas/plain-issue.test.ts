import { expect, it } from "vitest";
import type { z } from "zod";
import type { Operation } from "@/lib/operation/operation";
import { mintClient, mintOrganization } from "@/test/factories/mint";
import type { RouteCall } from "@/test/requests/call-route";
import { callOperation, managementOperations } from "@/test/requests/management-operations";
import { fieldAt, listOf } from "@/test/requests/read-json";

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

/** Every call with a wrong body, or with one wrong query parameter. */
function wrongCalls({ body, query }: Operation): Partial<RouteCall>[] {
  const bodies = body ? bodiesFor(body).filter((sent) => !body.safeParse(sent).success) : [];
  const texts = ["", "x", "x".repeat(5_000), "\u202e", "-1", "1.5", "1e9", "null"];
  return [
    ...bodies.map((sent) => ({ body: JSON.stringify(sent) })),
    ...Object.keys(query?.shape ?? {}).flatMap((name) =>
      texts.map((text) => ({ query: { [name]: text } })),
    ),
  ];
}

const withInput = managementOperations.filter(({ operation: { body, query } }) => body || query);

it.each(withInput)(
  "responses of $operation.id never expose zod's messages, whatever the input",
  async (managed) => {
    const organization = await mintOrganization();
    const client = await mintClient(organization.organizationId);
    for (const call of wrongCalls(managed.operation)) {
      const as = organization.owner;
      const { status, body } = await callOperation(managed, organization, client, { as, ...call });
      // A text may be right for a parameter.
      if (call.query && status === 200) continue;
      expect(status).toBe(400);
      const [name] = Object.keys(call.query ?? {});
      if (name) expect(fieldAt(body, "errors.0.path")).toBe(name);
      for (const message of [body.message, ...listOf(body.errors).map((each) => each.message)]) {
        expect(message, JSON.stringify(call).slice(0, 200)).not.toMatch(ZOD_WORDS);
      }
    }
  },
);
