import {
  actorMay,
  type Client,
  isSecretLive,
  type Model,
  mayAll,
  type Secret,
} from "@/test/model/model";

/** Live secrets of a client that somebody has seen who lacks a permission of the scopes it is to get. */
export function keepFromHolders(model: Model, client: Client, scopes: readonly string[]): Secret[] {
  return client.secrets.filter(
    (secret) =>
      isSecretLive(secret) &&
      secret.holders.some(
        (holder) => !mayAll(actorMay(model, client.organizationId, holder), scopes),
      ),
  );
}

/** Live secrets that an actor has seen, of clients that can do more than the actor will be left with. */
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
