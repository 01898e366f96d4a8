import { newToken } from "@/lib/core/crypto/tokens";
import { db } from "@/lib/core/db/client";
import { mintCompany, mintOrganization } from "@/test/factories/mint";
import { aMinuteAgo, storedHash } from "@/test/factories/mint-code";
import { obtainCode, obtainTokens } from "@/test/requests/apply-fix";
import {
  authorizeAttempt,
  clientAttempt,
  mintScene,
  type Scene,
  send,
} from "@/test/requests/attempt";
import { brokenRequests, codeGrant, exchange } from "@/test/requests/broken-requests/broken";

const CLIENT_CREDENTIALS = { grant_type: "client_credentials" };

/** A request for the client's own token at its organization. */
const ownToken = (scene: Scene, parameters: Record<string, string> = {}) => ({
  ...clientAttempt(scene, "token", { ...CLIENT_CREDENTIALS, ...parameters }),
  subject: `organization/${scene.organizationId}`,
});

const refresh = (scene: Scene, refresh_token: string) =>
  clientAttempt(scene, "token", { grant_type: "refresh_token", refresh_token });

/** A valid pushed request with another parameter. */
const pushWith = (parameters: Record<string, string>) => (scene: Scene) => {
  const valid = Object.fromEntries(authorizeAttempt(scene).parameters);
  return clientAttempt(scene, "push", { ...valid, ...parameters });
};

/** Requests of authenticated clients that are rejected. */
export const onTokens = brokenRequests("token", true, {
  "no grant_type": {
    check: "parameter_present",
    make: async (scene) => clientAttempt(scene, "offline", { code: await obtainCode(scene) }),
  },
  "a misspelled grant_type": {
    check: "grant_type",
    make: async (scene) => exchange(scene, { grant_type: "authorisation_code" }),
  },
  "no code": {
    check: "parameter_present",
    make: (scene) => clientAttempt(scene, "offline", codeGrant),
  },
  "a truncated code": {
    check: "code_form",
    make: async (scene) => exchange(scene, { code: (await obtainCode(scene)).slice(0, -1) }),
  },
  "a used code": {
    check: "code_unused",
    make: async (scene) => {
      const request = await exchange(scene);
      await send(scene, request);
      return request;
    },
  },
  "an expired code": {
    check: "code_fresh",
    make: async (scene) => {
      const code = await obtainCode(scene);
      await db().authorizationCode.updateMany({
        where: { codeHash: storedHash(code) },
        data: { expiresAt: aMinuteAgo() },
      });
      return exchange(scene, { code });
    },
  },
  "a code of another client": {
    check: "code_known",
    make: async (scene) => exchange(scene, { code: newToken("code") }),
  },
  "a code of another company": {
    check: "company",
    make: async (scene) => {
      const { companyId } = await mintCompany();
      return { ...(await exchange(scene)), subject: `company/${companyId}` };
    },
  },
  "a code without the required verifier": {
    check: "code_verifier",
    make: async (scene) => {
      const challenge = { code_challenge: "a".repeat(43), code_challenge_method: "S256" };
      return exchange(scene, { code: await obtainCode(scene, challenge) });
    },
  },
  "a verifier without a challenge": {
    check: "code_verifier",
    make: (scene) => exchange(scene, { code_verifier: "v".repeat(50) }),
  },
  "a redirect URL that differs from authorize": {
    check: "redirect_uri_same",
    says: "Path: /fp/other was sent, /fp/auth is expected",
    make: (scene) => exchange(scene, { redirect_uri: "https://shipfast.example.com/fp/other" }),
  },
  "a scope that the code was not granted": {
    check: "scope_granted",
    says: "Not granted: company/orders/write. Granted: company/orders/read",
    make: (scene) => exchange(scene, { scope: "company/orders/write" }),
  },
  "client_credentials without that grant": {
    check: "grant_registered",
    scene: () => mintScene({ grantTypes: ["authorization_code"] }),
    make: (scene) => clientAttempt(scene, "token", CLIENT_CREDENTIALS),
  },
  "client_credentials for another organization": {
    check: "client_organization",
    scene: () => mintScene({ scopes: ["organization/clients/read"] }),
    make: async (scene) => ({
      ...ownToken(scene),
      subject: `organization/${(await mintOrganization()).organizationId}`,
    }),
  },
  "client_credentials without an organization scope": {
    check: "scope_granted",
    make: (scene) => ownToken(scene),
  },
  "client_credentials of an organization for a company's scope": {
    check: "scope_granted",
    fix: "use_other_company",
    make: (scene) => ownToken(scene, { scope: "company/orders/read" }),
  },
  "an access token in place of a refresh token": {
    check: "refresh_token_form",
    kind: "refresh",
    make: async (scene) => refresh(scene, (await obtainTokens(scene)).accessToken),
  },
  "an expired refresh token": {
    check: "refresh_token_fresh",
    kind: "refresh",
    make: async (scene) => {
      const { refreshToken } = await obtainTokens(scene);
      await db().refreshToken.update({
        where: { tokenHash: storedHash(refreshToken) },
        data: { expiresAt: aMinuteAgo() },
      });
      return refresh(scene, refreshToken);
    },
  },
  "a refresh with the code of another grant": {
    check: "refresh_token_code",
    kind: "refresh",
    make: async (scene) => {
      const { refreshToken } = await obtainTokens(scene);
      const code = await obtainCode(await mintScene());
      return clientAttempt(scene, "offline", { ...codeGrant, refresh_token: refreshToken, code });
    },
  },
  "introspection without a token": {
    check: "parameter_present",
    kind: "introspect",
    make: (scene) => clientAttempt(scene, "introspect"),
  },
  "a pushed request with an unregistered redirect URL": {
    check: "redirect_uri_registered",
    kind: "push",
    make: pushWith({ redirect_uri: "https://new.example.com/cb" }),
  },
  "a pushed request_uri": {
    check: "pushed_request",
    kind: "push",
    make: pushWith({ request_uri: "urn:example:1" }),
  },
});
