import { expect, it } from "vitest";
import type { Request } from "@/lib/requests/log/schemas";
import { foldRequests, mergeRequests } from "./fold-requests";

const request = (id: string, columns: Partial<Request> = {}): Request => ({
  id,
  request_id: id,
  created_at: "2026-11-24T02:48:44.000Z",
  kind: "token",
  outcome: "denied",
  code: "invalid_client",
  check: "client_secret",
  method: "POST",
  path: "/oauth/token",
  status: null,
  milliseconds: null,
  client: { id: "client", name: "Stocksync" },
  company: null,
  organization_id: null,
  more: 0,
  authenticated: true,
  caller: null,
  scope: null,
  ...columns,
});

it("equal failures in a row are one row, with those that have none of their own", () => {
  const folded = foldRequests([
    request("a"),
    request("b", { more: 3 }),
    request("c", { check: "code_fresh" }),
    request("d"),
  ]);
  expect(folded.map(({ request: { request_id }, count }) => [request_id, count])).toEqual([
    ["a", 5],
    ["c", 1],
    ["d", 1],
  ]);
});

it("what was allowed, other clients and other days stay apart", () => {
  const allowed = { outcome: "allowed", check: null } as const;
  const all = [
    request("a", allowed),
    request("b", allowed),
    request("c"),
    request("d", { client: null }),
    request("e", { client: null, created_at: "2026-11-23T23:59:59.000Z" }),
  ];
  expect(foldRequests(all)).toHaveLength(5);
});

it("a newer state of a request replaces the listed one, and the newest comes first", () => {
  const live = new Map([
    ["b", request("b", { status: 200 })],
    ["new", request("new", { created_at: "2026-11-24T03:00:00.000Z" })],
  ]);
  const merged = mergeRequests([request("a"), request("b")], live);
  expect(merged.map(({ request_id, status }) => [request_id, status])).toEqual([
    ["new", null],
    ["b", 200],
    ["a", null],
  ]);
});

it("security 127: a request that repeats the id of a listed one gets a row of its own", () => {
  const repeated = { request_id: "same-id" };
  const stranger = request("same-id~2", { ...repeated, check: "redirect_uri_registered" });
  const listed = request("same-id~1", repeated);
  const merged = mergeRequests([listed], new Map([[stranger.id, stranger]]));
  expect(merged.map(({ id, check }) => [id, check])).toEqual([
    ["same-id~2", "redirect_uri_registered"],
    ["same-id~1", "client_secret"],
  ]);
});
