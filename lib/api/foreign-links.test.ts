import { describe, expect, it } from "vitest";
import { managementOperations, platformOperations } from "@/lib/api/endpoints";
import { db } from "@/lib/core/db/client";
import type { Operation } from "@/lib/operation/operation";
import { mintClient, mintOrganization } from "@/test/factories/mint";
import { mintOperator } from "@/test/factories/mint-platform";
import { callRoute } from "@/test/requests/call-route";

const api: readonly Operation[] = [...managementOperations, ...platformOperations];

describe("a link to a download", () => {
  const exports = api.filter(({ returns }) => returns.kind === "file");

  it.each(exports.map((operation) => [operation.id, operation] as const))(
    "security 129: exports and records nothing when it is opened elsewhere: %s",
    async (_, operation) => {
      const { organizationId, companyId, owner } = await mintOrganization();
      const { clientId } = await mintClient(organizationId);
      const isPlatform = operation.access.kind === "platform";
      const as = isPlatform ? await mintOperator() : owner;
      const ids = { organization_id: organizationId, client_id: clientId };
      const params = { ...ids, company_id: String(companyId) };
      const open = (headers: Record<string, string>) =>
        callRoute(operation, { params, as, headers });
      const where = { actor: { endsWith: as.userId } };
      for (const site of ["cross-site", "same-site", "none"]) {
        const { status, body } = await open({ "sec-fetch-site": site });
        expect([status, body.error]).toEqual([403, "forbidden"]);
      }
      expect(await db().auditRow.count({ where })).toBe(0);
      const own: Record<string, string>[] = [{ "sec-fetch-site": "same-origin" }, {}];
      for (const headers of own) expect((await open(headers)).status).toBe(200);
    },
  );
});

describe("the path of an operation", () => {
  const parameters = api.flatMap((operation) =>
    [...operation.path.matchAll(/\{(\w+)\}/g)].map(
      ([, name = ""]) => [`${operation.id} ${name}`, operation, name] as const,
    ),
  );

  it.each(parameters)(
    "security 129: never reads the name of another as an id: %s",
    (_, operation, name) => {
      const segments = operation.path.split("/");
      const at = segments.indexOf(`{${name}}`);
      const before = segments.slice(0, at).join("/");
      const siblings = api
        .map(({ path }) => path.split("/"))
        .filter((path) => path.slice(0, at).join("/") === before)
        .filter((path) => path.length === segments.length)
        .flatMap((path) => path[at] ?? [])
        .filter((part) => !part.startsWith("{"));
      for (const sibling of new Set(siblings)) {
        const { success } = operation.params.partial().safeParse({ [name]: sibling });
        expect(success, sibling).toBe(false);
      }
    },
  );
});
