import { beforeAll, describe, expect, it } from "vitest";
import { answerOperation } from "@/lib/api/answer-operation";
import { managementOperations, platformOperations } from "@/lib/api/endpoints";
import { db } from "@/lib/core/db/client";
import { env } from "@/lib/core/env";
import type { Operation } from "@/lib/operation/operation";
import {
  browserHeaders,
  type MintedOrganization,
  type MintedUser,
  mintClient,
  mintOrganization,
} from "@/test/factories/mint";
import { mintOperator } from "@/test/factories/mint-platform";

let organization: MintedOrganization;
let operator: MintedUser;
let clientId: string;

beforeAll(async () => {
  organization = await mintOrganization();
  ({ clientId } = await mintClient(organization.organizationId));
  operator = await mintOperator();
});

/** Opens the address of an operation as its reader's browser does. @param part of the path, in place of the right one */
function open(
  operation: Operation,
  headers: Record<string, string>,
  part: Record<string, string> = {},
): Promise<Response> {
  const { organizationId, companyId, owner } = organization;
  const ids: Record<string, string> = {
    organization_id: organizationId,
    company_id: String(companyId),
    client_id: clientId,
  };
  const path = operation.path.replace(
    /\{(\w+)\}/g,
    (_, name) => part[name] ?? encodeURIComponent(ids[name] ?? "unknown-id"),
  );
  const reader = operation.access.kind === "platform" ? operator : owner;
  const { method } = operation;
  const request = new Request(env().baseUrl + path, {
    method,
    headers: { ...browserHeaders(reader), ...headers },
  });
  return answerOperation(operation)(request);
}

const api: readonly Operation[] = [...managementOperations, ...platformOperations];

describe("a link to a download", () => {
  const exports = api.filter(({ returns }) => returns.kind === "file");

  it.each(exports.map((operation) => [operation.id, operation] as const))(
    "security 129: exports and records nothing when it is opened elsewhere: %s",
    async (_, operation) => {
      const readers = [`user:${organization.owner.userId}`, `operator:${operator.userId}`];
      const recorded = () => db().auditRow.count({ where: { actor: { in: readers } } });
      const before = await recorded();
      for (const site of ["cross-site", "same-site", "none"]) {
        const response = await open(operation, { "sec-fetch-site": site });
        expect(response.status).toBe(403);
        expect(await response.json()).toMatchObject({ error: "forbidden" });
      }
      expect(await recorded()).toBe(before);
      const own: Record<string, string>[] = [{ "sec-fetch-site": "same-origin" }, {}];
      for (const headers of own) {
        const response = await open(operation, headers);
        expect(response.status).toBe(200);
        await response.body?.cancel();
      }
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
    "security 123: with NUL in it leads to nothing: %s",
    async (_, operation, name) => {
      for (const text of ["%00", "a%00b", "6740f1c2a9d34e0b7c51f300%00"]) {
        const { status } = await open(
          operation,
          { "content-type": "application/json" },
          { [name]: text },
        );
        expect(status).toBeGreaterThanOrEqual(400);
        expect(status).toBeLessThan(500);
      }
    },
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
