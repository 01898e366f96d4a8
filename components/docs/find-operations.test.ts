import { describe, expect, it } from "vitest";
import { describeApi } from "@/lib/api/describe-api";
import { findOperations } from "./find-operations";
import { readReference } from "./reference";

const entries = readReference(describeApi()).resources.flatMap((resource) => resource.entries);
const idsFor = (query: string) => findOperations(entries, query).map(({ id }) => id);

describe("the search of the API reference", () => {
  it("finds an operation by its id, its summary, and its path", () => {
    expect(idsFor("rotateSecret")[0]).toBe("rotateSecret");
    expect(idsFor("rotate a client's secret")[0]).toBe("rotateSecret");
    expect(idsFor("post /client/{client_id}/secret")).toContain("rotateSecret");
  });

  it("finds the operations with a field at any depth, and names the field", () => {
    const operations = findOperations(entries, "redirect_urls");
    expect(operations.map(({ id }) => id)).toEqual(
      expect.arrayContaining(["createClient", "getClient"]),
    );
    expect(operations.every(({ fieldNames }) => fieldNames.includes("redirect_urls"))).toBe(true);
  });

  it("ranks an id first and fields last", () => {
    expect(idsFor("authorize")[0]).toBe("authorize");
    const fields = findOperations(entries, "secret").map(({ fieldNames }) => fieldNames.length > 0);
    expect(fields).toEqual(fields.toSorted());
  });

  it("finds only what has every word, and nothing without words", () => {
    expect(idsFor("rotate nothing-like-this")).toEqual([]);
    expect(idsFor("  ")).toEqual([]);
  });

  it("does not find operations by the fields of errors", () => {
    expect(idsFor("error_uri")).toEqual([]);
  });
});
