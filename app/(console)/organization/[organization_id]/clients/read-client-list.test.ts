import { describe, expect, it } from "vitest";
import { stateHref } from "@/components/list/list-state";
import { readClientList } from "./read-client-list";

describe("the client list's state in its URL", () => {
  it("is empty for a URL without a query", () => {
    expect(readClientList({}).state).toEqual({});
    expect(stateHref("/clients", {})).toBe("/clients");
  });

  it("survives a round trip through the URL", () => {
    const filter = { status: "inactive", type: "partner", tag: "beta", view: "localhost" };
    const { state } = readClientList({ q: "ship & fast", ...filter, sort: "name", page: "3" });
    const [, search = ""] = stateHref("/clients", state).split("?", 2);
    expect(readClientList(Object.fromEntries(new URLSearchParams(search))).state).toEqual(state);
    expect(state).toMatchObject({ ...filter, q: "ship & fast" });
  });

  it.each([
    ["page", "0"],
    ["page", "1e99"],
    ["page", "two"],
    ["sort", "secret"],
    ["status", "deleted"],
    ["type", "evil"],
    ["view", "evil"],
    ["tag", ""],
    ["q", "\u0000"],
    ["q", "x".repeat(121)],
    ["status", ["active", "inactive"]],
  ])("ignores %s=%j", (name, value) => {
    expect(readClientList({ [name]: value }).state).toEqual({});
  });

  it("requests exactly what it shows from the API", () => {
    const { query } = readClientList({ status: "active", view: "deleted", type: "", page: "2" });
    const sent = { page_no: 2, page_size: 20, status: "active", sort: "-created_at" };
    const views = { deleted: true, never_used: false, loopback_redirect: false };
    expect(query).toEqual({ ...sent, ...views });
  });
});
