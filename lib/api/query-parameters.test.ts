import { beforeAll, describe, expect, it } from "vitest";
import { handleOperation } from "@/lib/api/handle-operation";
import { db } from "@/lib/core/db/client";
import {
  type MintedClient,
  type MintedOrganization,
  mintClient,
  mintOrganization,
} from "@/test/factories/mint";
import type { RouteAnswer } from "@/test/requests/call-route";
import {
  callOperation,
  type ManagementOperation,
  managementOperations,
} from "@/test/requests/management-operations";

let organization: MintedOrganization;
let client: MintedClient;

beforeAll(async () => {
  organization = await mintOrganization();
  client = await mintClient(organization.organizationId);
});

function call(operation: ManagementOperation, search: string): Promise<RouteAnswer> {
  const query = new URLSearchParams(search);
  return callOperation(operation, organization, client, { as: organization.owner, query });
}

function countChanges(): Promise<number> {
  return db().auditRow.count({ where: { organizationId: organization.organizationId } });
}

function operationNamed(operationId: string): ManagementOperation {
  const managed = managementOperations.find(({ operation }) => operation.id === operationId);
  if (!managed) throw new Error(`There is no operation ${operationId}`);
  return managed;
}

describe("an unknown query parameter on the management API", () => {
  it.each(managementOperations)(
    "is rejected by name by $operation.id, which changes nothing",
    async (operation) => {
      const before = await countChanges();
      const { status, body } = await call(operation, "unheard_of=1");
      expect(status).toBe(400);
      expect(body).toMatchObject({
        error: "invalid_request",
        message: expect.stringMatching(/^unheard_of: is not a query parameter of this operation/),
        errors: [{ path: "unheard_of" }],
      });
      expect(await countChanges()).toBe(before);
    },
  );

  it.each<[operationId: string, search: string, hint: string]>([
    ["listClients", "isActive=false", "Did you mean is_active?"],
    ["listClients", "page=5", "Did you mean page_no?"],
    ...["unheard_of=1", "__proto__=1", "constructor=1", "=1"].map(
      (search): [string, string, string] => [
        "getRequestFigures",
        search,
        "It takes: window, client_id.",
      ],
    ),
    ["getImpact", "secrets=masked", "It takes none."],
  ])("gets a hint from %s for %s: %s", async (operationId, search, hint) => {
    const { status, body } = await call(operationNamed(operationId), search);
    expect(status).toBe(400);
    expect(body.message).toContain(hint);
  });
});

describe("query values on the management API", () => {
  it.each([
    ...["1e3", "0x10", "%201", "1%20", "+1", "%2B1", "1.0", "01", "", "0", "-1", "NaN", "1_0"].map(
      (text) => `page_no=${text}`,
    ),
    ...["page_no=%D9%A1", "page_no=Infinity", "page_no=9999999999999999999999"],
    ...["-1", "1e1", "101", "1000000000", "0", "0b1", "10%0A"].map((text) => `page_size=${text}`),
    ...["True", "TRUE", "1", "yes", "", "%20true"].map((text) => `is_active=${text}`),
    ...["deleted=on", "never_used=0"],
  ])(
    "security 49: are rejected by name unless they are plain numbers, true or false: %s",
    async (search) => {
      const { status, body } = await call(operationNamed("listClients"), search);
      expect(status).toBe(400);
      const name = search.split("=")[0];
      expect(body).toMatchObject({ error: "invalid_request", errors: [{ path: name }] });
      expect(body.message).toMatch(
        /must be (a whole number from 1 to \d+, in decimal digits|true or false)$/,
      );
    },
  );

  it("are rejected by name when repeated, for known and unknown parameters", async () => {
    for (const search of ["is_active=true&is_active=true", "tag=a&page_no=1&tag=b"]) {
      const { operation } = operationNamed("listClients");
      const path = operation.path.replace("{organization_id}", organization.organizationId);
      const request = new Request(`http://127.0.0.1:3000${path}?${search}`, {
        headers: { cookie: organization.owner.cookie },
      });
      const answer = await handleOperation(operation)(request);
      expect(answer.status).toBe(400);
      const name = search.split("=")[0];
      expect(await answer.json()).toMatchObject({
        message: `The parameter "${name}" is repeated.`,
        errors: [{ path: name, message: "is repeated" }],
      });
    }
  });
});
