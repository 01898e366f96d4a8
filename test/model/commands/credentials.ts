import { randomInt } from "node:crypto";
import { env } from "@/lib/core/env";
import { CLIENT_ADDRESS_HEADER } from "@/lib/core/http/request-info";
import { OAUTH_PATH } from "@/lib/protocol/metadata/issuer";
import { type Model, type Subject, whyUnknown } from "@/test/model/model";
import type { Outcome, Pick } from "@/test/model/step";
import { basic } from "@/test/requests/call-token";
import { fieldsOf } from "@/test/requests/read-json";

/** Who calls an endpoint for clients, and with which secret. */
export type Credentials = { clientId: string; secret: string };

/**
 * Mostly a live secret of the requested client, sometimes one that ended or belongs to another
 * client.
 */
export function chooseCredentials(model: Model, pick: Pick, clientId?: string): Credentials | null {
  const isOther = clientId === undefined || pick([...Array(12).keys()]) === 0;
  const client = isOther ? pick(model.clients) : undefined;
  const id = client?.id ?? clientId;
  const secrets = model.clients.find((each) => each.id === id)?.secrets ?? [];
  const live = secrets.filter(
    ({ value }) => id && !whyUnknown(model, { clientId: id, secret: value }),
  );
  const secret = pick.mostly(live, secrets);
  return id && secret ? { clientId: id, secret: secret.value } : null;
}

/** Calls an endpoint for clients. */
export async function postAs(
  { clientId, secret }: Credentials,
  endpoint: (request: Request) => Promise<Response>,
  path: string,
  fields: Record<string, string>,
): Promise<{ status: number; body: Record<string, unknown> }> {
  const authorization = basic({ clientId, clientSecret: secret });
  const request = new Request(`${env().baseUrl}${OAUTH_PATH}/${path}`, {
    method: "POST",
    // From another address each time, because limits are not the subject of this test.
    headers: { authorization, [CLIENT_ADDRESS_HEADER]: someAddress() },
    body: new URLSearchParams(fields),
  });
  const response = await endpoint(request);
  return { status: response.status, body: fieldsOf(await response.json()) };
}

/** An address from the documentation range (RFC 3849), each in its own network. */
function someAddress(): string {
  const group = () => randomInt(0x10000).toString(16);
  return `2001:db8:${group()}:${group()}::1`;
}

/** A subject of the same kind: the requested one, or sometimes another. */
export function chooseSubject(model: Model, pick: Pick, subject: Subject): Subject {
  const otherSubjects = Object.keys(model.members);
  return pick([...Array(12).keys()]) === 0 ? (pick(otherSubjects) ?? subject) : subject;
}

/** The response of a token endpoint as a result. */
export function readTokens({ body }: { body: Record<string, unknown> }): Outcome {
  if (typeof body.error === "string") {
    return { result: body.error, values: { said: String(body.error_description) } };
  }
  const scope = Array.isArray(body.scope) ? body.scope.join(" ") : String(body.scope ?? "");
  const values = { access_token: String(body.access_token), scope: scope.replaceAll(",", " ") };
  return {
    result: "ok",
    values: {
      ...values,
      ...(body.refresh_token ? { refresh_token: String(body.refresh_token) } : {}),
    },
  };
}

/** Whether the response contains exactly these scopes. */
export function saysScopes({ values }: Outcome, scopes: readonly string[]): boolean {
  return (values.scope ?? "").split(" ").toSorted().join() === scopes.toSorted().join();
}
