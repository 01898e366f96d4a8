import { mintCompanyMember, mintUser } from "@/test/factories/mint";
import { REDIRECT_URI } from "@/test/factories/mint-installation";
import {
  authorizeAttempt,
  mintScene,
  mintUninstalledScene,
  type Scene,
} from "@/test/requests/attempt";
import { type Broken, deactivate } from "@/test/requests/broken-requests/broken";

const authorizing = { kind: "authorize", authenticated: false } as const;

const redirect = (uri: string) => (scene: Scene) => authorizeAttempt(scene, { redirect_uri: uri });
const authorizeWith = (parameters: Record<string, string | null>) => (scene: Scene) =>
  authorizeAttempt(scene, parameters);

/** Requests that authorize or the consent page rejects. */
export const onAuthorize: readonly Broken[] = [
  {
    title: "a redirect URL on an unregistered host",
    check: "redirect_uri_registered",
    says: "Host: staging.example.com was sent, shipfast.example.com is expected",
    ...authorizing,
    make: redirect("https://staging.example.com/fp/auth"),
  },
  {
    title: "a redirect URL with an extra slash",
    check: "redirect_uri_registered",
    says: "Trailing slash: /fp/auth/ was sent, /fp/auth is expected",
    ...authorizing,
    make: redirect(`${REDIRECT_URI}/`),
  },
  {
    title: "a redirect URL in upper case",
    check: "redirect_uri_registered",
    says: "Upper and lower case of the path: /FP/auth was sent",
    ...authorizing,
    make: redirect("https://shipfast.example.com/FP/auth"),
  },
  {
    title: "a redirect URL without TLS",
    check: "redirect_uri_registered",
    says: "Scheme: http was sent, https is expected",
    ...authorizing,
    make: redirect("http://shipfast.example.com/fp/auth"),
  },
  {
    title: "a redirect URL with a fragment",
    check: "redirect_uri_registered",
    says: "Fragment: one was sent, none is expected",
    ...authorizing,
    make: redirect(`${REDIRECT_URI}#top`),
  },
  {
    title: "no redirect URL",
    check: "parameter_present",
    ...authorizing,
    make: authorizeWith({ redirect_uri: null }),
  },
  {
    title: "the implicit grant",
    check: "response_type",
    ...authorizing,
    make: authorizeWith({ response_type: "token" }),
  },
  {
    title: "no response_type",
    check: "response_type",
    ...authorizing,
    make: authorizeWith({ response_type: null }),
  },
  {
    title: "an unregistered scope",
    check: "scope_registered",
    says: "Not registered: company/orders/write. Registered: company/",
    ...authorizing,
    make: authorizeWith({ scope: "company/orders/read,company/orders/write" }),
  },
  {
    title: "a malformed scope",
    check: "scope_form",
    ...authorizing,
    make: authorizeWith({ scope: 'company/"orders"' }),
  },
  {
    title: "a scope that is encoded twice",
    check: "scope_form",
    says: "percent-encoded more than once",
    ...authorizing,
    make: authorizeWith({ scope: "company%2Fproducts%2Fread" }),
  },
  {
    title: "an organization scope",
    check: "scope_of_company",
    ...authorizing,
    scene: () => mintScene({ scopes: ["organization/clients/read", "company/products/read"] }),
    make: authorizeWith({ scope: "organization/clients/read,company/products/read" }),
  },
  {
    title: "only scopes of organizations",
    check: "scope_of_company",
    fix: "use_client_credentials",
    ...authorizing,
    scene: () => mintScene({ scopes: ["organization/clients/read"] }),
    make: authorizeWith({ scope: "organization/clients/read" }),
  },
  {
    title: "only scopes of organizations, by a client without client_credentials",
    check: "scope_of_company",
    fix: "use_other_organization",
    ...authorizing,
    scene: () =>
      mintScene({ scopes: ["organization/clients/read"], grantTypes: ["authorization_code"] }),
    make: authorizeWith({ scope: "organization/clients/read" }),
  },
  {
    title: "an inactive client",
    check: "client_active",
    ...authorizing,
    make: async (scene) => {
      await deactivate(scene);
      return authorizeAttempt(scene);
    },
  },
  {
    title: "a client without the grant",
    check: "grant_registered",
    ...authorizing,
    scene: () => mintScene({ grantTypes: ["client_credentials"] }),
    make: authorizeWith({}),
  },
  {
    title: "a plain code challenge",
    check: "code_challenge",
    ...authorizing,
    make: authorizeWith({ code_challenge: "a".repeat(43), code_challenge_method: "plain" }),
  },
  {
    title: "no code challenge although the client requires PKCE",
    check: "code_challenge",
    ...authorizing,
    scene: () => mintScene({ requirePkce: true }),
    make: authorizeWith({}),
  },
  {
    title: "an unknown prompt",
    check: "prompt",
    ...authorizing,
    make: authorizeWith({ prompt: "login" }),
  },
  {
    title: "prompt=none before consent",
    check: "consent_given",
    says: "Not granted: company/orders/read, company/products/read. Granted: none",
    ...authorizing,
    scene: mintUninstalledScene,
    make: authorizeWith({ prompt: "none" }),
  },
  {
    title: "a state that cannot be returned",
    check: "state",
    ...authorizing,
    make: authorizeWith({ state: "s".repeat(3000) }),
  },
  {
    title: "a repeated parameter",
    check: "parameter_once",
    ...authorizing,
    make: (scene) => {
      const request = authorizeAttempt(scene);
      return { ...request, parameters: [...request.parameters, ["scope", "again"]] };
    },
  },
  {
    title: "a request object",
    check: "pushed_request",
    ...authorizing,
    make: authorizeWith({ request: "eyJhbGciOiJub25lIn0.e30." }),
  },
  {
    title: "an unknown request_uri",
    check: "pushed_request",
    ...authorizing,
    make: authorizeWith({ request_uri: "urn:ietf:params:oauth:request_uri:unknown" }),
  },
  {
    title: "a path without a company",
    check: "path",
    ...authorizing,
    make: (scene) => ({ ...authorizeAttempt(scene), subject: "company/acme" }),
  },
  {
    title: "someone who is not a member",
    check: "membership",
    ...authorizing,
    make: async (scene) => ({ ...authorizeAttempt(scene), as: await mintUser() }),
  },
  {
    title: "consent by someone who may not decide",
    check: "consent_role",
    kind: "consent",
    authenticated: false,
    scene: mintUninstalledScene,
    make: async (scene) => ({
      ...authorizeAttempt(scene),
      as: await mintCompanyMember(scene.companyId, "staff"),
    }),
  },
];
