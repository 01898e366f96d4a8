import { CLIENT_FIELDS, type FieldPath, objectWith, pathsWith } from "@/lib/clients/field-values";
import { asProposed, pendingReview, serializeReview } from "@/lib/clients/listing/review";
import type { AuthorRow, ClientRow, ScopeReviewRow } from "@/lib/clients/repository";
import { type ClientResponse, clientResponseSchema } from "@/lib/clients/schemas";
import { maskSecret } from "@/lib/clients/secrets/secret-material";
import { fullName } from "@/lib/core/full-name";
import { entityTag } from "@/lib/core/http/entity-tag";
import { imageAddress } from "@/lib/core/images/image-address";
import type { JsonObject } from "@/lib/core/json";
import { findUnknownScopes } from "@/lib/protocol/scopes/describe-scopes";
import { grantTypes } from "@/lib/protocol/tokens/values";

/** The fields whose value is not that of their column. */
const COMPUTED: { [Path in FieldPath]?: (row: ClientRow) => unknown } = {
  "meta.user_id": ({ metaUserId }) => metaUserId ?? "",
  "scopes.grants": knownGrants,
  author: serializeAuthor,
  grants: knownGrants,
  logo_uri: ({ logoId }) => imageAddress(logoId),
  pending_review: pendingReview,
  review: serializeReview,
  scope_reviews: ({ scopeReviews }) => scopeReviews.map(serializeScopeReview),
};

type Reader = (row: ClientRow) => unknown;

/** Makes an object of a row. The names and readers are looked up once, because a list does this for each client. */
function objectReader(fields: readonly (readonly [name: string, read: Reader])[]) {
  return (row: ClientRow): object => {
    const whole: Record<string, unknown> = {};
    for (const [name, read] of fields) whole[name] = read(row);
    return whole;
  };
}

function fieldReader(path: FieldPath): Reader {
  const { column } = CLIENT_FIELDS[path];
  return (
    COMPUTED[path] ??
    ((row) => {
      const value = column && row[column];
      return value instanceof Date ? value.toISOString() : value;
    })
  );
}

/** The fields at a place of the response: the value there, or an object of those below it. */
function placeReader(place: string): Reader {
  const field = pathsWith({}).find((path) => path === place);
  if (field) return fieldReader(field);
  const below = pathsWith({}).filter((path) => path.startsWith(`${place}.`));
  return objectReader(below.map((path) => [path.slice(place.length + 1), fieldReader(path)]));
}

// In the order of a response, which the JSON export has too.
const readClient = objectReader(
  Object.keys(clientResponseSchema.omit({ warnings: true }).shape).map((place) => [
    place,
    placeReader(place),
  ]),
);
const AUDITED = pathsWith({ isAudited: true }).map(
  (path) => [path.replace(/^meta\./, ""), fieldReader(path)] as const,
);

/** A client in the API's format (platform spec 2.1), with values that await review. @param secrets masked if omitted */
export function serializeClient(
  stored: ClientRow,
  secrets: readonly string[] = stored.lastFours.map(maskSecret),
): ClientResponse {
  // The table has every field of the response, which TypeScript cannot follow.
  return Object.assign(readClient(asProposed(stored)), {
    secret: [...secrets],
    pending_review: pendingReview(stored),
  }) as ClientResponse;
}

/** The response with a client and its ETag. @param secrets masked if omitted */
export function respondClient(row: ClientRow, secrets?: readonly string[]) {
  return { body: serializeClient(row, secrets), headers: { etag: entityTag(row.version) } };
}

/** The fields that a change can alter, for audit rows: no secrets, timestamps or version. */
export function auditedFields(row: ClientRow): JsonObject {
  // Each is in responses, so it is JSON.
  return objectWith(AUDITED.map(([path, read]) => [path, read(row)])) as JsonObject;
}

export function serializePerson(person: AuthorRow): ClientResponse["author"] {
  return {
    type: "user",
    id: person.id,
    name: fullName(person) ?? person.email ?? person.id,
    ...(person.email === null ? {} : { email: person.email }),
  };
}

function serializeAuthor({ author, authorClient }: ClientRow): ClientResponse["author"] {
  if (author) return serializePerson(author);
  if (authorClient) return { type: "client", id: authorClient.clientId, name: authorClient.name };
  return { type: "system", id: "", name: "Latchkey" };
}

function serializeScopeReview(row: ScopeReviewRow): ClientResponse["scope_reviews"][number] {
  const { scope, approved, reason, decidedAt } = row;
  const state = approved === null ? "pending" : approved ? "approved" : "declined";
  return { scope, state, reason, decided_at: decidedAt && new Date(decidedAt).toISOString() };
}

// The column is text, so a grant unknown to this version must not appear as usable.
function knownGrants(row: ClientRow): ClientResponse["grants"] {
  return grantTypes.filter((grant) => row.grantTypes.includes(grant));
}

/** The warnings of a response to a request that set these scopes; none if the catalogue has them all. */
export async function warnOfUnknownScopes(
  scopes: readonly string[],
): Promise<Pick<ClientResponse, "warnings">> {
  const unknownScopes = await findUnknownScopes(scopes);
  if (unknownScopes.length === 0) return {};
  return {
    warnings: unknownScopes.map(({ name, nearest }) => ({
      path: "scopes.permissions",
      message: `The platform's catalogue has no scope ${name}. ${nearest ? `Did you mean ${nearest}?` : "Sellers see only its name."}`,
    })),
  };
}
