import fc from "fast-check";
import { expect, it } from "vitest";
import { differences } from "@/lib/audit/record-change";
import type { AuditEntry } from "@/lib/audit/schemas";
import type { ClientResponse } from "@/lib/clients/schemas";
import type { JsonObject } from "@/lib/core/json";
import { type ClientValues, NEW_CLIENT } from "../configuration/client-values";
import { versionsOf } from "./client-versions";

type Change = Pick<AuditEntry, "before" | "after">;

/** The versions of a client after these changes, newest first. Both have only what versions are made of. */
function versionsAfter(changes: readonly Change[], present: object) {
  const entries = changes.map((change, at) => ({ id: String(at), ...change }) as AuditEntry);
  const client = { ...NEW_CLIENT, logo_uri: null, pending_review: {}, ...present };
  return versionsOf(client as ClientResponse, entries.toReversed());
}
const named = (name: string) => ({ meta: { ...NEW_CLIENT.meta, name } });

const anyValues: fc.Arbitrary<ClientValues> = fc
  .tuple(fc.constantFrom("one", "two"), fc.subarray(["own/a", "own/b"]), fc.subarray([4711]))
  .map(([name, permissions, draft_companies]) => {
    const scopes = { type: "company", permissions };
    return { ...NEW_CLIENT, ...named(name), scopes, draft_companies };
  });

it("the changes that are taken back lead through every configuration to the present one", () => {
  fc.assert(
    fc.property(fc.array(anyValues, { minLength: 1, maxLength: 8 }), (history) => {
      const recorded = history.map(({ meta, ...values }) => ({ ...values, ...meta }) as JsonObject);
      const changes = recorded.slice(1).map((after, at) => differences(recorded[at] ?? {}, after));
      const texts = history.map((values) => JSON.stringify(values));
      const expected = history.filter((_, at) => at > 0 && texts[at] !== texts[at - 1]);
      const versions = versionsAfter(changes, history.at(-1) ?? {});
      expect(versions.map(({ values }) => values)).toEqual(expected.toReversed());
      const again = Object.assign({}, recorded[0], ...changes.map(({ after }) => after));
      expect(again).toEqual(recorded.at(-1));
    }),
  );
});

const toA = { before: { name: "0" }, after: { name: "A" } };
const toC = { before: { name: "B" }, after: { name: "C" } };
const pending_review = { name: { approved: "A", proposed: "B" } };
const request = { before: { pending_review: {} }, after: { pending_review } };
const approved = { before: { name: "A" }, after: { name: "B" } };
const declined = {
  before: { listing_requested_at: "2026" },
  after: { listing_requested_at: null },
};

it.each<[what: string, changes: Change[], present: object, names: string[]]>([
  ["end with an entry without values before", [toA, { ...toA, before: null }, toC], {}, ["C", "A"]],
  ["end with an entry without values after", [toA, { ...toC, after: null }, toC], {}, ["C", "B"]],
  ["have a value that waits for a review", [toA, request], { pending_review }, ["B", "A"]],
  ["have an approved value since it was sent", [toA, request, approved], {}, ["B", "A"]],
  ["have a declined value until the decision", [toA, request, declined], {}, ["A", "B", "A"]],
])("versions %s", (_, changes, present, names) => {
  const versions = versionsAfter(changes, { ...named(names[0] ?? ""), ...present });
  expect(versions.map(({ values }) => values.meta.name)).toEqual(names);
});

it("versions have the logo, the type of scopes, and the present address in place of an erased one", () => {
  const before = { logo_uri: "/logos/old", scopes: ["own/a"], support_email: "erased" };
  const after = { logo_uri: null, scopes: [], support_email: "a@one.example" };
  const created = { before: null, after: before };
  const versions = versionsAfter([created, { before, after }], { support_email: "a@one.example" });
  const { scopes } = NEW_CLIENT;
  const version = { values: { support_email: "a@one.example" } };
  expect(versions).toMatchObject([
    { ...version, values: { ...version.values, scopes }, logoUri: null, isErased: false },
    { values: { scopes: { ...scopes, permissions: ["own/a"] } }, logoUri: "/logos/old" },
  ]);
  expect(versions[1]).toMatchObject({ ...version, isErased: true });
});
