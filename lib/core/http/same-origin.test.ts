import { expect, it } from "vitest";
import { env } from "@/lib/core/env/env";
import { requireSameOrigin } from "@/lib/core/http/same-origin";

const send = (origin?: string) => () =>
  requireSameOrigin(new Request(`${env().baseUrl}/profile`, { headers: origin ? { origin } : {} }));

it("a request from one of our own pages is accepted", () => {
  expect(send(env().baseUrl)).not.toThrow();
});

it.each([
  ["another site", "https://evil.example"],
  ["another port of this host", "http://127.0.0.1:3001"],
  ["a sandboxed frame", "null"],
  ["no page that is named", undefined],
])("security 18: a request from %s is rejected", (_what, origin) => {
  expect(send(origin)).toThrow("The request must come from a page of");
});
