import { expect, it } from "vitest";
import { z } from "zod";
import { takesIdempotencyKey } from "@/lib/operation/operation";
import { json } from "@/lib/operation/returns";

it("only a POST that creates something takes an idempotency key", () => {
  const returns = json(z.object({}), "It.");
  const created = { ...returns, status: 201 } as const;
  expect(takesIdempotencyKey({ method: "POST", returns: created })).toBe(true);
  expect(takesIdempotencyKey({ method: "POST", returns })).toBe(false);
  expect(takesIdempotencyKey({ method: "PUT", returns: created })).toBe(false);
});
