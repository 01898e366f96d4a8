import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { platformOperations } from "@/lib/api/endpoints";
import { newId } from "@/lib/core/crypto/ids";
import { db } from "@/lib/core/db/client";
import { scopePermissions } from "@/lib/core/permissions";
import {
  type ServiceScope,
  serviceScopePermissions,
  serviceScopes,
} from "@/lib/core/platform-permissions";
import { exampleOf } from "@/lib/core/schemas/example-of";
import type { Operation } from "@/lib/operation/operation";
import { DIRECTORY } from "@/lib/platform/values";
import { mintManagementToken, mintOrganization, mintUser } from "@/test/factories/mint";
import { mintDirectory } from "@/test/factories/mint-directory";
import { mintOperator, mintServiceToken } from "@/test/factories/mint-platform";
import { newCompanyId, newExternalId } from "@/test/factories/new-ids";
import { callRoute, type RouteCall } from "@/test/requests/call-route";
import { fieldAt, fieldsOf } from "@/test/requests/read-json";

const operations = platformOperations.filter(({ path }) => path.startsWith(DIRECTORY));
const reads = operations.filter(({ method }) => method === "GET");
const writes = operations.filter(({ method }) => method !== "GET");

let tokens: Record<ServiceScope, string>;
let knownParams: Record<string, string>;

beforeAll(async () => {
  const minted = serviceScopes.map(async (scope) => [scope, await mintServiceToken([scope])]);
  tokens = Object.fromEntries(await Promise.all(minted));
});

beforeEach(async () => {
  knownParams = await mintDirectory();
});

function call(operation: Operation, as: RouteCall["as"], more: Partial<RouteCall> = {}) {
  const { body } = operation;
  const isErasure = operation.id === "eraseDirectoryUser";
  return callRoute(operation, {
    params: knownParams,
    ...(isErasure && { query: { erase: "true" } }),
    ...(body && { body: bodyOf(operation) }),
    ...(as !== undefined && { as }),
    ...more,
  });
}

function bodyOf({ id, body }: Operation) {
  const example = body ? fieldsOf(exampleOf(body, "input")) : {};
  // The company of the example may belong to another test's organization.
  return id === "putDirectoryOrganization" ? { ...example, company_id: newCompanyId() } : example;
}

/** Everything that the operations could change. */
async function stored() {
  const { company_id, organization_id, client_id, name = "", external_id = "" } = knownParams;
  const companyId = Number(company_id);
  const externalId = decodeURIComponent(external_id);
  return Promise.all([
    db().company.findUnique({
      where: { id: companyId },
      include: { members: { orderBy: { userId: "asc" } }, grants: { orderBy: { id: "asc" } } },
    }),
    db().organization.findUnique({
      where: { id: organization_id ?? "" },
      include: { members: { orderBy: { userId: "asc" } } },
    }),
    db().user.findUnique({ where: { externalId } }),
    db().client.findUnique({ where: { clientId: client_id ?? "" } }),
    db().scope.findUnique({ where: { name: decodeURIComponent(name) } }),
    db().scopeApproval.findMany({
      where: { clientId: client_id ?? "" },
      orderBy: { scope: "asc" },
    }),
  ]);
}

describe("every operation of the Directory API", () => {
  it.each(operations)(
    "security 76: $id is denied without credentials, with other tokens, and to people who don't operate",
    async (operation) => {
      const before = await stored();
      const organization = await mintOrganization();
      const { token } = await mintManagementToken(
        organization.organizationId,
        Object.keys(scopePermissions),
      );
      expect((await call(operation, undefined)).status).toBe(401);
      expect((await call(operation, "made-up")).status).toBe(401);
      expect((await call(operation, token)).status).toBe(401);
      expect((await call(operation, organization.owner)).status).toBe(403);
      expect((await call(operation, await mintUser())).status).toBe(403);
      expect(await stored()).toEqual(before);
    },
  );

  it.each(operations)(
    "security 76: $id is closed to service keys with any other scope, and the error names the scope",
    async (operation) => {
      const before = await stored();
      const { permission } = operation.access;
      const wrong = serviceScopes.filter(
        (scope) => !serviceScopePermissions[scope].includes(permission),
      );
      for (const scope of wrong) {
        const { status, body, headers } = await call(operation, tokens[scope]);
        expect([scope, status, body.error]).toEqual([scope, 403, "insufficient_scope"]);
        expect(headers.get("www-authenticate")).toContain('scope="platform/');
      }
      expect(await stored()).toEqual(before);
    },
  );

  it.each(writes)("security 76: $id is closed to support", async (operation) => {
    const before = await stored();
    const { status, body } = await call(operation, await mintOperator("support"));
    expect([status, body.error]).toEqual([403, "forbidden"]);
    expect(await stored()).toEqual(before);
  });

  it.each(reads)("$id is open to support", async (operation) => {
    expect((await call(operation, await mintOperator("support"))).status).toBe(200);
  });

  it.each(operations)("$id is open to operators and to the right scope", async (operation) => {
    const { permission } = operation.access;
    const right = serviceScopes.find((scope) =>
      serviceScopePermissions[scope].includes(permission),
    );
    expect(right && (await call(operation, tokens[right])).status).toBeOneOf([200, 201]);
    if (operation.method === "DELETE") return;
    expect((await call(operation, await mintOperator())).status).toBe(200);
  });

  it.each(writes)("$id is rejected from another origin", async (operation) => {
    const headers = { origin: "https://evil.example" };
    const answer = await call(operation, await mintOperator(), { headers });
    expect(answer.status).toBe(403);
  });

  it.each(operations.filter(({ body }) => body))(
    "$id rejects unknown fields by name and changes nothing",
    async (operation) => {
      const before = await stored();
      const body = { ...bodyOf(operation), unheard_of: 1 };
      const answer = await call(operation, await mintOperator(), { body });
      expect([answer.status, fieldAt(answer.body, "errors.0.path")]).toEqual([400, "unheard_of"]);
      expect(await stored()).toEqual(before);
    },
  );

  it.each(operations)("$id rejects unknown query parameters", async (operation) => {
    const answer = await call(operation, await mintOperator(), { query: { unheard_of: "1" } });
    expect([answer.status, fieldAt(answer.body, "errors.0.path")]).toEqual([400, "unheard_of"]);
  });

  it.each(
    operations.filter(({ path, method, id }) => {
      const isUpsert = method === "PUT" && !id.startsWith("putDirectoryClient");
      return path.includes("{") && !isUpsert;
    }),
  )("$id returns 404 for ids of nothing", async (operation) => {
    const unknown = encodeURIComponent(newExternalId());
    const id = newId();
    const params = {
      company_id: String(newCompanyId()),
      organization_id: id,
      external_id: unknown,
      client_id: id,
      name: id,
      scope: id,
    };
    expect((await call(operation, await mintOperator(), { params })).status).toBe(404);
  });
});
