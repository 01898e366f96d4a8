import { expect, it } from "vitest";
import { requestOf } from "@/lib/api/client/prepared-call";

const addressOf = (request_id: string) =>
  requestOf({ operation: "getPlatformRequest", outgoing: { params: { request_id } } }).address;

it("encodes what would otherwise lead to another path", () => {
  expect(addressOf("a/../export?b#c")).toMatch(/\/requests\/a%2F\.\.%2Fexport%3Fb%23c$/);
});

it.each([".", ".."])("security 129: never sends the path segment %s", (segment) => {
  expect(() => addressOf(segment)).toThrow("cannot be a part of a path");
});
