import { describe, expect, it } from "vitest";
import { pathRouter } from "@/lib/api/path-router";

const find = pathRouter(
  [
    "/client/{client_id}",
    "/client/bulk",
    "/client/{client_id}/secret",
    "/client/bulk/result",
    "/products/",
  ].map((path) => ({ path, value: path })),
);

describe("a path is found in the endpoint table", () => {
  it("takes a literal segment before a parameter", () => {
    expect(find("/client/bulk")).toBe("/client/bulk");
    expect(find("/client/42")).toBe("/client/{client_id}");
  });

  it("takes a parameter if the literal segment leads nowhere", () => {
    expect(find("/client/bulk/secret")).toBe("/client/{client_id}/secret");
  });

  it("takes no empty parameter", () => {
    expect(find("/client/")).toBeUndefined();
    expect(find("/client//secret")).toBeUndefined();
  });

  it("tells a trailing slash from none", () => {
    expect(find("/products/")).toBe("/products/");
    expect(find("/products")).toBeUndefined();
    expect(find("/client/42/")).toBeUndefined();
  });

  it("finds neither a part of a path nor what is below it", () => {
    expect(find("/client")).toBeUndefined();
    expect(find("/client/42/secret/1")).toBeUndefined();
    expect(find("")).toBeUndefined();
  });

  it("finds no property that every object has", () => {
    expect(find("/constructor")).toBeUndefined();
    expect(find("/client/__proto__")).toBe("/client/{client_id}");
  });
});
