import { describe, expect, it } from "vitest";
import { clientListHref, isFiltered, toApiQuery } from "./client-list-query";
import { parseClientListQuery } from "./parse-client-list-query";

describe("the state of the client list in its address", () => {
  it("is the default for an address without a query", () => {
    const query = parseClientListQuery({});
    expect(query).toEqual({
      q: "",
      status: "all",
      type: undefined,
      tag: undefined,
      sort: "-created_at",
      page: 1,
    });
    expect(isFiltered(query)).toBe(false);
    expect(clientListHref("/clients", query)).toBe("/clients");
  });

  it("comes back from the address that it was written to", () => {
    const query = parseClientListQuery({
      q: " ship & fast ",
      status: "inactive",
      type: "partner",
      tag: "beta",
      sort: "name",
      page: "3",
    });
    const [, search = ""] = clientListHref("/clients", query).split("?", 2);
    expect(parseClientListQuery(Object.fromEntries(new URLSearchParams(search)))).toEqual(query);
    expect(query.q).toBe("ship & fast");
    expect(isFiltered(query)).toBe(true);
  });

  it.each([
    ["page", "0"],
    ["page", "1e99"],
    ["page", "two"],
    ["sort", "secret"],
    ["status", "deleted"],
    ["type", "evil"],
    ["tag", ""],
    ["q", "\u0000"],
    ["q", "x".repeat(121)],
  ])("ignores %s=%j", (name, value) => {
    expect(parseClientListQuery({ [name]: value })).toEqual(parseClientListQuery({}));
  });

  it("ignores a parameter that occurs twice", () => {
    expect(parseClientListQuery({ status: ["active", "inactive"] }).status).toBe("all");
  });

  it("asks the API for exactly what it shows", () => {
    const query = parseClientListQuery({ status: "active", q: "", type: "", page: "2" });
    expect(toApiQuery(query)).toMatchObject({
      page_no: 2,
      is_active: true,
      q: undefined,
      client_type: undefined,
    });
  });
});
