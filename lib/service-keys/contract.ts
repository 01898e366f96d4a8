import { z } from "zod";
import { definePlatformContract } from "@/lib/kernel/http/contract";
import { idSchema } from "@/lib/kernel/schemas/id-schema";
import {
  changeServiceKeyEndSchema,
  createServiceKeySchema,
  newServiceKeySchema,
  rotateServiceKeySchema,
  serviceKeyListSchema,
  serviceKeySchema,
} from "@/lib/service-keys/schemas";

const KEYS = "/service/panel/authentication/v1.0/platform/service-keys";
const TAG = "Service keys";

const ofKey = z.object({
  client_id: idSchema.meta({ description: "The service key." }),
});

/** GET platform/service-keys. */
export const listServiceKeysContract = definePlatformContract({
  operationId: "listServiceKeys",
  method: "GET",
  path: KEYS,
  summary: "List service keys",
  description: "Returns every service key, revoked ones included, without their secrets.",
  tag: TAG,
  platformPermission: "keys:read",
  params: z.object({}),
  success: { status: 200, description: "The service keys.", schema: serviceKeyListSchema },
});

/** POST platform/service-keys. */
export const createServiceKeyContract = definePlatformContract({
  operationId: "createServiceKey",
  method: "POST",
  path: KEYS,
  summary: "Create a service key",
  description:
    "Creates a key for a backend or gateway of the platform and returns its secret, which is shown only once. A key with `platform/gate` has no other scope.",
  tag: TAG,
  platformPermission: "keys:write",
  params: z.object({}),
  body: createServiceKeySchema,
  success: { status: 201, description: "The key with its secret.", schema: newServiceKeySchema },
});

/** POST platform/service-keys/{client_id}/rotate. */
export const rotateServiceKeyContract = definePlatformContract({
  operationId: "rotateServiceKey",
  method: "POST",
  path: `${KEYS}/{client_id}/rotate`,
  summary: "Rotate a service key's secret",
  description:
    "Creates a new secret and returns it. The other secrets, and the tokens issued for them, end after the overlap. A service key may rotate itself with a token for a secret that has no end yet. Send an Idempotency-Key then, so that a lost response can be had again with that token.",
  tag: TAG,
  platformPermission: "keys:write",
  forOwnKey: true,
  params: ofKey,
  body: rotateServiceKeySchema,
  success: {
    status: 201,
    description: "The key with its new secret.",
    schema: newServiceKeySchema,
  },
  errors: ["conflict"],
});

/** PATCH platform/service-keys/{client_id}. */
export const changeServiceKeyEndContract = definePlatformContract({
  operationId: "changeServiceKeyEnd",
  method: "PATCH",
  path: `${KEYS}/{client_id}`,
  summary: "Change when a service key's secrets end",
  description:
    "Changes the end of the secrets that have one: a rotation replaced them, or the person who has seen them is no longer an operator. The tokens issued for them end with them.",
  tag: TAG,
  platformPermission: "keys:write",
  params: ofKey,
  body: changeServiceKeyEndSchema,
  success: { status: 200, description: "The key.", schema: serviceKeySchema },
  errors: ["conflict"],
});

/** DELETE platform/service-keys/{client_id}. */
export const revokeServiceKeyContract = definePlatformContract({
  operationId: "revokeServiceKey",
  method: "DELETE",
  path: `${KEYS}/{client_id}`,
  summary: "Revoke a service key",
  description: "Ends the key, its secrets and its tokens at once, for good.",
  tag: TAG,
  platformPermission: "keys:write",
  params: ofKey,
  success: { status: 200, description: "The revoked key.", schema: serviceKeySchema },
});
