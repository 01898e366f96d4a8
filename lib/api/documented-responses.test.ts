import { afterEach, describe, expect, it } from "vitest";
import { buildOpenApi } from "@/lib/api/describe-api";
import { documentedErrors, endpointOf, jsonTypeOf } from "@/lib/api/endpoint";
import { managementOperations as apiOperations } from "@/lib/api/endpoints";
import { listClients } from "@/lib/clients/read-clients";
import { newId } from "@/lib/core/crypto/ids";
import { db } from "@/lib/core/db/client";
import { errorTable } from "@/lib/core/errors";
import { managementErrorSchema } from "@/lib/core/schemas/error-schemas";
import { confirmPassword } from "@/lib/identity/sessions/check-password";
import {
  mintClient,
  mintDeletion,
  mintHolder,
  mintManagementToken,
  mintMember,
  mintOrganization,
  mintSecret,
} from "@/test/factories/mint";
import { mintIdempotentRequest } from "@/test/factories/mint-idempotent-request";
import { configureTestEnv } from "@/test/process/test-env";
import type { RouteAnswer, RouteCall } from "@/test/requests/call-route";
import { expectDocumented } from "@/test/requests/expect-documented";
import {
  callOperation,
  type ManagementOperation,
  managementOperations,
} from "@/test/requests/management-operations";

const { paths } = buildOpenApi({
  endpoints: apiOperations.map(endpointOf),
  clusterUrl: "http://127.0.0.1:3000",
  sessionCookie: "session",
});

// Nothing listens there, and the conformance check reports that as it should.
const UNREACHABLE = "http://127.0.0.1:9";

// Idempotency keys that belong to other requests.
const RUNNING_KEY = "running";
const ANSWERED_KEY = "answered";

const TAKEN_NAME = "Taken by another client";

type Situation = {
  liveSecrets?: number;
  baseUrl?: string | null;
  deletedAt?: Date;
  wrongPasswords?: number;
  soleOwner?: true;
  importedSecret?: true;
  secretSeenByStranger?: true;
  takenName?: string;
};
type Scene = Awaited<ReturnType<typeof setScene>>;

async function setScene({ liveSecrets = 2, baseUrl = UNREACHABLE, ...more }: Situation) {
  const organization = await mintOrganization();
  const { organizationId, owner } = organization;
  const listing = more.takenName ? "listed" : "unlisted";
  const client = await mintClient(organizationId, { baseUrl, listing });
  if (more.takenName) {
    configureTestEnv({ REVIEW_LISTINGS: "1" });
    await mintClient(organizationId, { name: more.takenName, listing });
  }
  for (let n = 1; n < liveSecrets; n += 1) await mintSecret(client.clientId);
  if (more.secretSeenByStranger) await mintHolder(client.secretId, `user:${newId()}`);
  if (more.importedSecret) {
    const data = { encrypted: null, encryptionKeyId: null };
    await db().clientSecret.update({ where: { id: client.secretId }, data });
  }
  if (!more.soleOwner) await mintMember(organizationId, "owner");
  if (more.deletedAt) await mintDeletion(client.clientId, more.deletedAt);
  for (let n = 0; n < (more.wrongPasswords ?? 0); n += 1) {
    await expect(confirmPassword(owner.userId, "wrong", null)).rejects.toThrow("is not yours");
  }
  const powerless = await mintManagementToken(organizationId, ["company/products/read"]);
  const keyOwner = { organizationId, actor: `user:${owner.userId}` };
  await mintIdempotentRequest({ ...keyOwner, key: RUNNING_KEY }, false);
  await mintIdempotentRequest({ ...keyOwner, key: ANSWERED_KEY }, true);
  return { organization, owner, client, powerless: powerless.token };
}

// The last owner cannot go, names of listed clients are unique, and a person without a second factor cannot require one.
const contradictingCalls: Record<string, (scene: Scene) => Partial<RouteCall>> = {
  changeMember: ({ owner }) => ({ params: { user_id: owner.userId } }),
  removeMember: ({ owner }) => ({ params: { user_id: owner.userId } }),
  patchClient: () => ({ body: { scopes: { permissions: ["organization/clients/read"] } } }),
  updateClient: () => ({ body: { meta: { name: TAKEN_NAME } } }),
  patchOrganization: () => ({ body: { require_second_factor: true } }),
};

afterEach(() => void configureTestEnv());

// How to provoke each documented error.
const denials: Record<
  string,
  (scene: Scene, operation: ManagementOperation) => Partial<RouteCall>
> = {
  "400": ({ organization }, { operation, body }) => ({
    headers: { "if-match": "not a tag" },
    query: {
      page_no: "0",
      secrets: "none",
      format: "none",
      window: "none",
      revoke_secrets: "perhaps",
    },
    ...(operation.body && { body: { ...body?.(organization), _id: "mass-assigned" } }),
  }),
  "401": () => ({ as: undefined }),
  "403": ({ powerless }) => ({ as: powerless }),
  "404": () => ({ params: { organization_id: "f".repeat(24), client_id: "f".repeat(24) } }),
  "409": (scene, { operation }) =>
    contradictingCalls[operation.id]?.(scene) ?? {
      headers: { "idempotency-key": RUNNING_KEY },
    },
  "412": () => ({ headers: { "if-match": '"99"' } }),
  "413": (_scene, { operation: { upload } }) =>
    upload
      ? { file: { type: upload.types[0] ?? "", bytes: Buffer.alloc(upload.maxBytes + 1) } }
      : { body: { meta: { name: "x".repeat(70_000) } } },
  "415": () => ({ headers: { "content-type": "text/plain" } }),
  "422": () => ({ headers: { "idempotency-key": ANSWERED_KEY } }),
};

// The last live secret cannot be revoked, an eleventh cannot be created, a client deleted long ago
// cannot be restored, a client without a base URL cannot be called, and an imported secret cannot be shown.
const contradictions: Record<string, Situation> = {
  patchClient: { secretSeenByStranger: true },
  updateClient: { takenName: TAKEN_NAME },
  revokeSecret: { liveSecrets: 1 },
  revealSecret: { importedSecret: true },
  rotateSecret: { liveSecrets: 10 },
  restoreClient: { deletedAt: new Date("2020-01-01") },
  runConformanceCheck: { baseUrl: null },
  changeMember: { soleOwner: true },
  removeMember: { soleOwner: true },
  leaveOrganization: { soleOwner: true },
};

function situationOf(status: string, operationId: string): Situation {
  if (status === "429") return { wrongPasswords: 10 };
  return (status === "409" ? contradictions[operationId] : undefined) ?? {};
}

async function provoke(status: string, managed: ManagementOperation): Promise<RouteAnswer> {
  const scene = await setScene(situationOf(status, managed.operation.id));
  const call = denials[status]?.(scene, managed);
  return callOperation(managed, scene.organization, scene.client, { as: scene.owner, ...call });
}

it("covers every operation in the platform spec", () => {
  const documented: string[] = apiOperations.map(({ id }) => id);
  const exercised = managementOperations.map(({ operation }) => operation.id);
  expect(exercised.toSorted()).toEqual(documented.toSorted());
});

describe.each(managementOperations)("$operation.id returns documented responses", (managed) => {
  const { operation } = managed;
  const method = operation.method.toLowerCase() as "get" | "post" | "put" | "patch" | "delete";
  const documented = Object.keys(paths?.[operation.path]?.[method]?.responses ?? {});
  const statuses = documented.filter((status) => status !== "default" && status !== "503");

  it("documents its success response and at least 401, 403, and 404", () => {
    expect(statuses).toEqual(
      expect.arrayContaining([String(operation.returns.status), "401", "403", "404"]),
    );
  });

  const elsewhere = Object.keys(denials)
    .filter((status) => !statuses.includes(status))
    .filter((status) => !(status === "413" && operation.method === "GET"));

  // A GET has no body that could be too large. Any other status must be documented.
  it.each(elsewhere)(
    "responds to a request that causes %s elsewhere with a documented status",
    async (status) => {
      const answer = await provoke(status, managed);
      expect(statuses).toContain(String(answer.status));
    },
  );

  it.each(statuses)("documents the status %s", async (status) => {
    const answer = await provoke(status, managed);
    expect(String(answer.status)).toBe(status);
    const jsonType = jsonTypeOf(operation.returns);
    const isFile = answer.status < 300 && jsonType !== "application/json";
    expect(answer.headers.get("content-type")).toBe(isFile ? jsonType : "application/json");
    expect(answer.headers.get("cache-control")).toMatch(/^no-store(, no-transform)?$/);
    if (isFile) return;
    if (answer.status < 300) {
      expect(operation.returns.schema.parse(answer.body)).toEqual(answer.body);
      expect(answer.headers.has("etag")).toBe(operation.returns.etag === true);
      return;
    }
    const { error, message } = managementErrorSchema.parse(answer.body);
    expect(message).not.toBe("");
    expect(documentedErrors(operation).map((code) => errorTable[code].status)).toContain(
      answer.status,
    );
    expect(error in errorTable).toBe(true);
  });
});

it("fails a test that receives an undocumented status", () => {
  const { path } = listClients;
  const request = new Request(`http://127.0.0.1${path.replace("{organization_id}", newId())}`);
  expect(() => expectDocumented(request, new Response("{}", { status: 418 }))).toThrow(
    "answered 418, but the API reference lists 200, 400, 401, 403, 404, 503, default.",
  );
});
