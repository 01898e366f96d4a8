import { describe, expect, it } from "vitest";
import type { z } from "zod";
import { mintClient, mintOrganization } from "@/test/factories/mint";
import { callOperation, managementOperations } from "@/test/requests/management-operations";
import { fieldAt, listOf } from "@/test/requests/read-json";

// zod's default messages.
const ZOD_WORDS =
  /invalid (input|option|string|key|element|union)|expected .* received|too (big|small)|unrecognized key|^Invalid$/i;

const HOSTILE: unknown[] = [
  ...[null, true, 0, -1, 1.5, 1e300, "", "x", "x".repeat(5_000), "\u202e", [], {}, [null], [[]]],
  ...[
    [{}],
    [1],
    ["x".repeat(5_000)],
    { a: 1 },
    { name: null },
    Array.from({ length: 200 }, String),
  ],
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

const withBodies = managementOperations.filter(({ operation }) => operation.body);

describe.each(withBodies)("responses of $operation.id never expose zod's messages", (operation) => {
  it("hides zod's messages for any body", async () => {
    const organization = await mintOrganization();
    const client = await mintClient(organization.organizationId);
    const { body: schema } = operation.operation;
    if (!schema) throw new Error("no body");
    for (const body of bodiesFor(schema)) {
      if (schema.safeParse(body).success) continue;
      const answer = await callOperation(operation, organization, client, {
        as: organization.owner,
        body: JSON.stringify(body),
      });
      expect(answer.status).toBe(400);
      const messages = [
        answer.body.message,
        ...listOf(answer.body.errors).map(({ message }) => message),
      ];
      for (const message of messages) {
        expect(message, JSON.stringify(body).slice(0, 200)).not.toMatch(ZOD_WORDS);
      }
    }
  });
});

const withQueries = managementOperations.filter(({ operation }) => operation.query);

it.each(withQueries)(
  "responses of $operation.id never expose zod's messages for a query",
  async (operation) => {
    const organization = await mintOrganization();
    const client = await mintClient(organization.organizationId);
    for (const name of Object.keys(operation.operation.query?.shape ?? {})) {
      for (const value of ["", "x", "x".repeat(5_000), "\u202e", "-1", "1.5", "1e9", "null"]) {
        const { status, body } = await callOperation(operation, organization, client, {
          as: organization.owner,
          query: { [name]: value },
        });
        if (status === 200) continue;
        expect(fieldAt(body, "errors.0.path")).toBe(name);
        expect(body.message, `${name}=${value.slice(0, 20)}`).not.toMatch(ZOD_WORDS);
      }
    }
  },
);
