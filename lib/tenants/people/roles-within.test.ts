import { expect, it } from "vitest";
import { organizationRoles, rolePermissions } from "@/lib/core/permissions";
import type { Caller } from "@/lib/operation/access/caller";
import { rolesOfCaller, rolesWithin } from "@/lib/tenants/people/roles-within";

const organizationId = "6740f1c2a9d34e0b7c51f0ff";
const through = (scopes: readonly string[]) => ({
  clientId: "client",
  scopes: scopes.map((scope) => `organization/${scope}`),
});
const person = { kind: "user", organizationId, userId: "user", role: "owner" } as const;

it.each([
  ["organization", "owner", ["owner", "admin", "developer", "auditor"]],
  ["organization", "admin", ["admin", "developer", "auditor"]],
  ["organization", "developer", []],
  ["organization", "auditor", []],
  ["company", "owner", ["owner", "admin", "staff"]],
  ["company", "admin", ["admin", "staff"]],
  ["company", "staff", []],
] as const)("in an %s, the role %s gives and takes %j", (kind, role, within) => {
  expect(rolesWithin(kind, role)).toEqual(within);
});

it("no role of an organization gives or takes one with a permission that it lacks", () => {
  for (const role of organizationRoles) {
    const own = rolePermissions[role];
    const within = own.includes("members:write")
      ? organizationRoles.filter((other) =>
          rolePermissions[other].every((each) => own.includes(each)),
        )
      : [];
    expect(rolesWithin("organization", role)).toEqual(within);
  }
});

it("a token gives and takes only the roles that its scopes cover, also through an owner", () => {
  const bearer = through(["members/read", "members/write", "clients/read", "audit/read"]);
  const callers: Caller[] = [
    { kind: "client", organizationId, ...bearer },
    { ...person, through: bearer },
  ];
  for (const caller of callers) expect(rolesOfCaller(caller)).toEqual(["auditor"]);
  const readsOnly = through(["members/read", "clients/read", "audit/read"]);
  expect(rolesOfCaller({ ...person, through: readsOnly })).toEqual([]);
  expect(rolesOfCaller({ ...person, through: through([]) })).toEqual([]);
});
