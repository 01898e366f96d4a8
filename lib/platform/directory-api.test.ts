import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { openApiDocument } from "@/lib/api/describe-api";
import { platformOperations } from "@/lib/api/endpoints";
import { newId } from "@/lib/core/crypto/ids";
import { db } from "@/lib/core/db/client";
import { env } from "@/lib/core/env/env";
import { scopePermissions } from "@/lib/core/permissions/permissions";
import {
  type ServiceScope,
  serviceScopePermissions,
  serviceScopes,
} from "@/lib/core/permissions/platform-permissions";
import type { Operation } from "@/lib/operation/operation";
import { putScopeApproval } from "@/lib/platform/approvals/approvals";
import { putClientListing, putClientStatus } from "@/lib/platform/clients/clients";
import { companies } from "@/lib/platform/companies/companies";
import { organizations } from "@/lib/platform/organizations/organizations";
import { users } from "@/lib/platform/users/users";
import { DIRECTORY } from "@/lib/platform/values";
import {
  mintCompany,
  mintManagementToken,
  mintMember,
  mintOrganization,
} from "@/test/factories/mint";
import { mintDirectory } from "@/test/factories/mint-directory";
import { mintOperator, mintServiceToken } from "@/test/factories/mint-platform";
import { newCompanyId, newExternalId } from "@/test/factories/new-ids";
import { callRoute, type RouteCall } from "@/test/requests/call-route";
import { exampleOf } from "@/test/requests/example-of";
import { fieldAt, fieldsOf } from "@/test/requests/read-json";

const operations: readonly Operation[] = platformOperations.filter(
  ({ access }) => access.kind === "platform",
);
const directory = operations.filter(({ path }) => path.startsWith(DIRECTORY));
const isRead = ({ method }: Operation) => method === "GET";
const puts = directory.filter(({ method, body }) => method === "PUT" && body);

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
  const example = body ? fieldsOf(exampleOf(body)) : {};
  // The company of the example may belong to another test's organization.
  return id === "putDirectoryOrganization" ? { ...example, company_id: newCompanyId() } : example;
}

const scopesFor = ({ access: { permission } }: Operation) =>
  serviceScopes.filter((scope) =>
    serviceScopePermissions[scope].some((each) => each === permission),
  );

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

describe("every operation of the platform's API", () => {
  it.each(operations)(
    "security 76: $id is denied without credentials, to members, and to keys with another scope",
    async (operation) => {
      const before = await stored();
      const { organizationId, owner } = await mintOrganization();
      const { token } = await mintManagementToken(organizationId, Object.keys(scopePermissions));
      for (const as of [undefined, "made-up", token]) {
        expect((await call(operation, as)).status).toBe(401);
      }
      expect((await call(operation, owner)).status).toBe(403);
      const right = scopesFor(operation);
      const error = right.length > 0 ? "insufficient_scope" : "forbidden";
      for (const scope of serviceScopes.filter((each) => !right.includes(each))) {
        const { status, body, headers } = await call(operation, tokens[scope]);
        expect([scope, status, body.error]).toEqual([scope, 403, error]);
        // It names the scope that is needed.
        if (right.length > 0) expect(headers.get("www-authenticate")).toContain('scope="platform/');
      }
      expect(await stored()).toEqual(before);
    },
  );

  it.each(operations.filter((each) => !isRead(each)))(
    "security 76: $id is closed to support",
    async (operation) => {
      const before = await stored();
      const { status, body } = await call(operation, await mintOperator("support"));
      expect([status, body.error]).toEqual([403, "forbidden"]);
      expect(await stored()).toEqual(before);
    },
  );
});

describe("every operation of the Directory API", () => {
  it.each(directory)(
    "$id is open to operators, to the right scope, and to support if it reads",
    async (operation) => {
      const [right] = scopesFor(operation);
      expect(right && (await call(operation, tokens[right])).status).toBeOneOf([200, 201]);
      if (operation.method === "DELETE") return;
      expect((await call(operation, await mintOperator())).status).toBe(200);
      if (!isRead(operation)) return;
      expect((await call(operation, await mintOperator("support"))).status).toBe(200);
    },
  );

  it.each(directory)(
    "$id rejects another origin, unknown parameters, and unknown fields, and changes nothing",
    async (operation) => {
      const before = await stored();
      const as = await mintOperator();
      const unknown = { unheard_of: 1 };
      const denialOf = async (more: Partial<RouteCall>) => {
        const { status, body } = await call(operation, as, more);
        return [status, fieldAt(body, "errors.0.path")];
      };
      expect(await denialOf({ query: { unheard_of: "1" } })).toEqual([400, "unheard_of"]);
      if (operation.body) {
        const body = { ...bodyOf(operation), ...unknown };
        expect(await denialOf({ body })).toEqual([400, "unheard_of"]);
      }
      if (!isRead(operation)) {
        const headers = { origin: "https://evil.example" };
        expect(await denialOf({ headers })).toEqual([403, undefined]);
      }
      expect(await stored()).toEqual(before);
    },
  );

  it.each(
    directory.filter(({ path, method, id }) => {
      const isUpsert = method === "PUT" && !id.startsWith("putDirectoryClient");
      return path.includes("{") && !isUpsert;
    }),
  )("$id returns 404 for ids of nothing", async (operation) => {
    const id = newId();
    const params = {
      company_id: String(newCompanyId()),
      organization_id: id,
      client_id: id,
      external_id: encodeURIComponent(newExternalId()),
      name: id,
      scope: id,
    };
    expect((await call(operation, await mintOperator(), { params })).status).toBe(404);
  });
});

describe("a PUT of what GET returned", () => {
  let as: string;

  beforeAll(async () => {
    as = await mintServiceToken([
      "platform/directory/write",
      "platform/clients/write",
      "platform/scopes/write",
    ]);
  });

  async function get(put: Operation, params = knownParams) {
    const read = directory.find((each) => isRead(each) && each.path === put.path);
    if (!read) throw new Error(`${put.id} has no GET`);
    const { status, body } = await callRoute(read, { params, as });
    expect([put.id, status]).toEqual([put.id, 200]);
    return body;
  }

  /** Sends what GET returns, and expects that it changes nothing. */
  async function expectRoundTrip(put: Operation, params = knownParams) {
    const body = await get(put, params);
    expect(await callRoute(put, { params, body, as })).toMatchObject({ status: 200, body });
    expect(await get(put, params)).toEqual(body);
  }

  it.each(puts)(
    "$id changes nothing, and has the fields that it ignores documented",
    async (put) => {
      await expectRoundTrip(put);
      const document = JSON.parse(await openApiDocument(new Request(env().baseUrl)).text());
      const { requestBody } = document.paths[put.path].put;
      const { $ref } = requestBody.content["application/json"].schema;
      const { properties } = document.components.schemas[$ref.split("/").at(-1)];
      for (const name of Object.keys(await get(put))) {
        const isWritable = Object.hasOwn(fieldsOf(put.body?.shape), name);
        expect([name, properties[name]?.readOnly === true]).toEqual([name, !isWritable]);
      }
    },
  );

  it("is rejected for another object, and the error names the id that differs", async () => {
    const params = { company_id: String((await mintCompany()).companyId) };
    const answer = await callRoute(companies.put, { params, body: await get(companies.put), as });
    const message = `company_id: must be the one in the path, ${params.company_id}`;
    expect([answer.status, answer.body.message]).toEqual([400, message]);
  });

  it("changes nothing in any state that an object can have", async () => {
    const { organization_id: id = "", client_id: clientId = "" } = knownParams;
    const put = (operation: Operation, body: object) =>
      callRoute(operation, { params: knownParams, body, as });
    const { owner } = await mintOrganization();
    for (const { userId } of [owner, await mintMember(id, "owner"), await mintOperator()]) {
      await expectRoundTrip(users.put, { external_id: userId });
    }
    await expectRoundTrip(companies.put, { company_id: String((await mintCompany()).companyId) });
    await put(companies.put, { status: "closed" });
    await expectRoundTrip(companies.put);
    const verified = { publisher_verified: true, verification_note: "Register." };
    await put(organizations.put, { ...verified, status: "suspended" });
    await expectRoundTrip(organizations.put);
    await put(putClientStatus, { suspended: true, reason: "Leaks." });
    await expectRoundTrip(putClientStatus);
    await db().client.update({
      where: { clientId },
      data: {
        listing: "draft",
        listingRequestedAt: new Date(),
        review: { state: "pending", proposed: { listing: "listed", name: "Shipfaster" } },
      },
    });
    await expectRoundTrip(putClientListing);
    for (const approved of [true, false]) {
      await put(putScopeApproval, { approved, reason: "So." });
      await expectRoundTrip(putScopeApproval);
    }
  });
});
