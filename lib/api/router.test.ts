import { describe, expect, it } from "vitest";
import { pathRouter } from "@/lib/api/router";

const find = pathRouter(
  [
    "/client/{client_id}",
    "/client/bulk",
    "/client/{client_id}/secret",
    "/client/bulk/result",
    "/products/",
  ].map((path) => ({ path, value: path })),
);

describe("the path router", () => {
  it("prefers a literal segment to a parameter", () => {
    expect(find("/client/bulk")).toBe("/client/bulk");
    expect(find("/client/42")).toBe("/client/{client_id}");
  });

  it("matches a parameter if the literal segment leads nowhere", () => {
    expect(find("/client/bulk/secret")).toBe("/client/{client_id}/secret");
  });

  it("matches no empty parameter", () => {
    expect(find("/client/")).toBeUndefined();
    expect(find("/client//secret")).toBeUndefined();
  });

  it("distinguishes paths with and without a trailing slash", () => {
    expect(find("/products/")).toBe("/products/");
    expect(find("/products")).toBeUndefined();
    expect(find("/client/42/")).toBeUndefined();
  });

  it("matches neither a part of a path nor a longer one", () => {
    expect(find("/client")).toBeUndefined();
    expect(find("/client/42/secret/1")).toBeUndefined();
    expect(find("")).toBeUndefined();
  });

  it("does not mistake a property of every object for a path", () => {
    expect(find("/constructor")).toBeUndefined();
    expect(find("/client/__proto__")).toBe("/client/{client_id}");
  });
});
