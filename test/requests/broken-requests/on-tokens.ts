import { newToken } from "@/lib/core/crypto/tokens";
import { db } from "@/lib/core/db/client";
import { mintCompany, mintOrganization } from "@/test/factories/mint";
import { aMinuteAgo, storedHash } from "@/test/factories/mint-code";
import { obtainCode, obtainTokens } from "@/test/requests/apply-fix";
import { authorizeAttempt, clientAttempt, mintScene, send } from "@/test/requests/attempt";
import { type Broken, codeGrant, exchange } from "@/test/requests/broken-requests/broken";

const asking = { kind: "token", authenticated: true } as const;
const refreshing = { kind: "refresh", authenticated: true } as const;

/** Requests of authenticated clients that are rejected. */
export const onTokens: readonly Broken[] = [
  {
    title: "no grant_type",
    check: "parameter_present",
    ...asking,
    make: async (scene) => {
      const code = await obtainCode(scene);
      return clientAttempt(scene, "offline", { code });
    },
  },
  {
    title: "a misspelled grant_type",
    check: "grant_type",
    ...asking,
    make: async (scene) => exchange(scene, { grant_type: "authorisation_code" }),
  },
  {
    title: "no code",
    check: "parameter_present",
    ...asking,
    make: (scene) => clientAttempt(scene, "offline", codeGrant),
  },
  {
    title: "a truncated code",
    check: "code_form",
    ...asking,
    make: async (scene) => exchange(scene, { code: (await obtainCode(scene)).slice(0, -1) }),
  },
  {
    title: "a used code",
    check: "code_unused",
    ...asking,
    make: async (scene) => {
      const request = await exchange(scene);
      await send(scene, request);
      return request;
    },
  },
  {
    title: "an expired code",
    check: "code_fresh",
    ...asking,
    make: async (scene) => {
      const code = await obtainCode(scene);
      await db().authorizationCode.updateMany({
        where: { codeHash: storedHash(code) },
        data: { expiresAt: aMinuteAgo() },
      });
      return exchange(scene, { code });
    },
  },
  {
    title: "a code of another client",
    check: "code_known",
    ...asking,
    make: async (scene) => exchange(scene, { code: newToken("code") }),
  },
  {
    title: "a code of another company",
    check: "company",
    ...asking,
    make: async (scene) => {
      const { companyId } = await mintCompany();
      return { ...(await exchange(scene)), subject: `company/${companyId}` };
    },
  },
  {
    title: "a code without the required verifier",
    check: "code_verifier",
    ...asking,
    make: async (scene) => {
      const challenge = { code_challenge: "a".repeat(43), code_challenge_method: "S256" };
      return exchange(scene, { code: await obtainCode(scene, challenge) });
    },
  },
  {
    title: "a verifier without a challenge",
    check: "code_verifier",
    ...asking,
    make: (scene) => exchange(scene, { code_verifier: "v".repeat(50) }),
  },
  {
    title: "a redirect URL that differs from authorize",
    check: "redirect_uri_same",
    says: "Path: /fp/other was sent, /fp/auth is expected",
    ...asking,
    make: (scene) => exchange(scene, { redirect_uri: "https://shipfast.example.com/fp/other" }),
  },
  {
    title: "a scope that the code was not granted",
    check: "scope_granted",
    says: "Not granted: company/orders/write. Granted: company/orders/read",
    ...asking,
    make: (scene) => exchange(scene, { scope: "company/orders/write" }),
  },
  {
    title: "client_credentials without that grant",
    check: "grant_registered",
    ...asking,
    scene: () => mintScene({ grantTypes: ["authorization_code"] }),
    make: (scene) => clientAttempt(scene, "token", { grant_type: "client_credentials" }),
  },
  {
    title: "client_credentials for another organization",
    check: "client_organization",
    ...asking,
    scene: () => mintScene({ scopes: ["organization/clients/read"] }),
    make: async (scene) => ({
      ...clientAttempt(scene, "token", { grant_type: "client_credentials" }),
      subject: `organization/${(await mintOrganization()).organizationId}`,
    }),
  },
  {
    title: "client_credentials without an organization scope",
    check: "scope_granted",
    ...asking,
    make: (scene) => ({
      ...clientAttempt(scene, "token", { grant_type: "client_credentials" }),
      subject: `organization/${scene.organizationId}`,
    }),
  },
  {
    title: "client_credentials of an organization for a company's scope",
    check: "scope_granted",
    fix: "use_other_company",
    ...asking,
    make: (scene) => ({
      ...clientAttempt(scene, "token", {
        grant_type: "client_credentials",
        scope: "company/orders/read",
      }),
      subject: `organization/${scene.organizationId}`,
    }),
  },
  {
    title: "an access token in place of a refresh token",
    check: "refresh_token_form",
    ...refreshing,
    make: async (scene) => {
      const { accessToken } = await obtainTokens(scene);
      const refresh = { grant_type: "refresh_token", refresh_token: accessToken };
      return clientAttempt(scene, "token", refresh);
    },
  },
  {
    title: "an expired refresh token",
    check: "refresh_token_fresh",
    ...refreshing,
    make: async (scene) => {
      const { refreshToken } = await obtainTokens(scene);
      await db().refreshToken.update({
        where: { tokenHash: storedHash(refreshToken) },
        data: { expiresAt: aMinuteAgo() },
      });
      const refresh = { grant_type: "refresh_token", refresh_token: refreshToken };
      return clientAttempt(scene, "token", refresh);
    },
  },
  {
    title: "a refresh with the code of another grant",
    check: "refresh_token_code",
    ...refreshing,
    make: async (scene) => {
      const { refreshToken } = await obtainTokens(scene);
      const code = await obtainCode(await mintScene());
      const refresh = { ...codeGrant, refresh_token: refreshToken, code };
      return clientAttempt(scene, "offline", refresh);
    },
  },
  {
    title: "introspection without a token",
    check: "parameter_present",
    kind: "introspect",
    authenticated: true,
    make: (scene) => clientAttempt(scene, "introspect"),
  },
  {
    title: "a pushed request with an unregistered redirect URL",
    check: "redirect_uri_registered",
    kind: "push",
    authenticated: true,
    make: (scene) => {
      const sent = Object.fromEntries(authorizeAttempt(scene).parameters);
      return clientAttempt(scene, "push", { ...sent, redirect_uri: "https://new.example.com/cb" });
    },
  },
  {
    title: "a pushed request_uri",
    check: "pushed_request",
    kind: "push",
    authenticated: true,
    make: (scene) => {
      const sent = Object.fromEntries(authorizeAttempt(scene).parameters);
      return clientAttempt(scene, "push", { ...sent, request_uri: "urn:example:1" });
    },
  },
];
