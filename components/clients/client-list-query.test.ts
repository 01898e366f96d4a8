import { describe, expect, it } from "vitest";
import { clientListHref, isFiltered, toApiQuery } from "./client-list-query";
import { parseClientListQuery } from "./parse-client-list-query";

describe("the client list's state in its URL", () => {
  it("uses the defaults for a URL without a query", () => {
    const query = parseClientListQuery({});
    const unfiltered = { type: undefined, tag: undefined, sort: "-created_at", page: 1 };
    expect(query).toEqual({ q: "", status: "all", ...unfiltered });
    expect(isFiltered(query)).toBe(false);
    expect(clientListHref("/clients", query)).toBe("/clients");
  });

  it("survives a round trip through the URL", () => {
    const filter = { status: "inactive", type: "partner", tag: "beta" };
    const query = parseClientListQuery({ q: " ship & fast ", ...filter, sort: "name", page: "3" });
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

  it("ignores a repeated parameter", () => {
    expect(parseClientListQuery({ status: ["active", "inactive"] }).status).toBe("all");
  });

  it("requests exactly what it shows from the API", () => {
    const query = parseClientListQuery({ status: "active", q: "", type: "", page: "2" });
    const sent = { page_no: 2, status: "active", q: undefined, client_type: undefined };
    expect(toApiQuery(query)).toMatchObject(sent);
  });
});
