import {
  actorMay,
  type Client,
  isSecretLive,
  type Model,
  mayAll,
  type Secret,
} from "@/test/model/model";

/**
 * A client's live secrets that were seen by someone who lacks a permission of its future scopes.
 */
export function keepFromHolders(model: Model, client: Client, scopes: readonly string[]): Secret[] {
  return client.secrets.filter(
    (secret) =>
      isSecretLive(secret) &&
      secret.holders.some(
        (holder) => !mayAll(actorMay(model, client.organizationId, holder), scopes),
      ),
  );
}

/** Live secrets that an actor has seen, of clients with more permissions than the actor keeps. */
export function takeBeyond(
  model: Model,
  organizationId: string,
  actor: string,
  left: readonly string[],
): Secret[] {
  return model.clients
    .filter((client) => client.organizationId === organizationId && actor !== `client:${client.id}`)
    .filter(({ scopes }) => !mayAll(left, scopes))
    .flatMap(({ secrets }) => secrets)
    .filter((secret) => isSecretLive(secret) && secret.holders.includes(actor));
}
