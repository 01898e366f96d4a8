import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { requestOf } from "@/lib/api/client/prepared-call";
import { CLIENT_FIELDS, GIVEN_FIELDS } from "@/lib/clients/field-values";
import {
  type ClientValues,
  changedFields,
  conflictsOf,
  mergeValues,
  NEW_CLIENT,
  withValues,
} from "./client-values";
import { savingCalls } from "./saving-calls";

const target = { organizationId: "a".repeat(24), clientId: "b".repeat(24), version: 7 };
const before = withValues(NEW_CLIENT, (field) => (field === "meta.name" ? "Shipfast" : undefined));
const callsFor = (after: ClientValues) => savingCalls(target, before, after).map(requestOf);

// Few values each, so that both sides often agree.
const choices = {
  text: ["one", "two", " two "],
  "text?": ["one", "two", " two "],
  "text[]": [[], ["one"], ["one", "two"]],
  int4: [300, 3600],
  bool: [true, false],
  companies: [[], [4711]],
};
const anyValues: fc.Arbitrary<ClientValues> = fc
  .tuple(
    ...GIVEN_FIELDS.map((field) =>
      fc.constantFrom(...choices[CLIENT_FIELDS[field].type ?? "companies"]),
    ),
  )
  .map((values) => withValues(NEW_CLIENT, (field) => values[GIVEN_FIELDS.indexOf(field)]));
const three = fc.tuple(anyValues, anyValues, anyValues);

describe("saving a form", () => {
  it("sends nothing when nothing changed, however it was typed", () => {
    const meta = { ...before.meta, name: " Shipfast " };
    expect(callsFor({ ...before, meta, redirect_urls: [""] })).toEqual([]);
  });

  it("sends only changed fields, for the version that was displayed", () => {
    const [call, ...rest] = callsFor({ ...before, require_pkce: true });
    expect(rest).toEqual([]);
    expect(call).toMatchObject({
      method: "PATCH",
      headers: { "if-match": '"7"' },
      body: '{"require_pkce":true}',
    });
  });

  it("sends settings first, then name and tags for the resulting version", () => {
    const meta = { ...before.meta, tags: ["beta"] };
    const calls = callsFor({ ...before, meta, require_pkce: true });
    expect(calls.map(({ method }) => method)).toEqual(["PATCH", "PUT"]);
    expect(calls[1]).toMatchObject({
      headers: { "if-match": '"8"' },
      body: '{"meta":{"tags":["beta"]}}',
    });
  });

  it("sends null for an optional text that was cleared", () => {
    for (const name of GIVEN_FIELDS.filter((field) => CLIENT_FIELDS[field].initial === null)) {
      const filled = { ...before, [name]: "https://a.example.com" };
      const [call] = savingCalls(target, filled, { ...filled, [name]: " " });
      expect(call && requestOf(call).body).toBe(JSON.stringify({ [name]: null }));
    }
  });
});

type Versions = [base: ClientValues, mine: ClientValues, theirs: ClientValues];

const checkAll = (check: (versions: Versions) => void) => fc.assert(fc.property(three, check));

describe("two people who edit a client at the same time", () => {
  it("keep both changes when they edit different fields, in any order", () => {
    checkAll(([base, mine, theirs]) => {
      const merged = mergeValues(base, mine, theirs);
      const ofMine = changedFields(base, mine);
      for (const field of changedFields(merged, mine)) expect(ofMine).not.toContain(field);
      for (const field of changedFields(merged, theirs)) expect(ofMine).toContain(field);
    });
  });

  it("are asked about exactly the fields that both changed to different values", () => {
    checkAll(([base, mine, theirs]) => {
      const conflicts = conflictsOf(base, mine, theirs);
      const pairs = [[base, mine] as const, [base, theirs] as const, [mine, theirs] as const];
      const changes = pairs.map(([one, other]) => changedFields(one, other));
      for (const field of GIVEN_FIELDS) {
        const isConflict = changes.every((each) => each.includes(field));
        expect(conflicts.includes(field), field).toBe(isConflict);
      }
      const chosen = Object.fromEntries(conflicts.map((field) => [field, "theirs" as const]));
      const merged = mergeValues(base, mine, theirs, chosen);
      for (const field of changedFields(merged, theirs)) expect(conflicts).not.toContain(field);
    });
  });

  it("send only the fields that they edited", () => {
    checkAll(([base, mine, theirs]) => {
      const merged = mergeValues(base, mine, theirs);
      const sent = savingCalls(target, theirs, merged).map((call) => requestOf(call).body);
      const edited = changedFields(base, mine);
      for (const field of GIVEN_FIELDS) {
        if (edited.includes(field) || field.includes(".")) continue;
        expect(sent.join()).not.toContain(`"${field}"`);
      }
    });
  });
});
