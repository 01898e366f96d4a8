import { mintCompanyMember, mintUser } from "@/test/factories/mint";
import { REDIRECT_URI } from "@/test/factories/mint-installation";
import {
  authorizeAttempt,
  mintScene,
  mintUninstalledScene,
  type Scene,
} from "@/test/requests/attempt";
import { brokenRequests, deactivate } from "@/test/requests/broken-requests/broken";

const redirect = (uri: string) => (scene: Scene) => authorizeAttempt(scene, { redirect_uri: uri });
const authorizeWith = (parameters: Record<string, string | null>) => (scene: Scene) =>
  authorizeAttempt(scene, parameters);

/** Requests that authorize or the consent page rejects. */
export const onAuthorize = brokenRequests("authorize", false, {
  "a redirect URL on an unregistered host": {
    check: "redirect_uri_registered",
    says: "Host: staging.example.com was sent, shipfast.example.com is expected",
    make: redirect("https://staging.example.com/fp/auth"),
  },
  "a redirect URL with an extra slash": {
    check: "redirect_uri_registered",
    says: "Trailing slash: /fp/auth/ was sent, /fp/auth is expected",
    make: redirect(`${REDIRECT_URI}/`),
  },
  "a redirect URL in upper case": {
    check: "redirect_uri_registered",
    says: "Upper and lower case of the path: /FP/auth was sent",
    make: redirect("https://shipfast.example.com/FP/auth"),
  },
  "a redirect URL without TLS": {
    check: "redirect_uri_registered",
    says: "Scheme: http was sent, https is expected",
    make: redirect("http://shipfast.example.com/fp/auth"),
  },
  "a redirect URL with a fragment": {
    check: "redirect_uri_registered",
    says: "Fragment: one was sent, none is expected",
    make: redirect(`${REDIRECT_URI}#top`),
  },
  "no redirect URL": { check: "parameter_present", make: authorizeWith({ redirect_uri: null }) },
  "the implicit grant": { check: "response_type", make: authorizeWith({ response_type: "token" }) },
  "no response_type": { check: "response_type", make: authorizeWith({ response_type: null }) },
  "an unregistered scope": {
    check: "scope_registered",
    says: "Not registered: company/orders/write. Registered: company/",
    make: authorizeWith({ scope: "company/orders/read,company/orders/write" }),
  },
  "a malformed scope": { check: "scope_form", make: authorizeWith({ scope: 'company/"orders"' }) },
  "a scope that is encoded twice": {
    check: "scope_form",
    says: "percent-encoded more than once",
    make: authorizeWith({ scope: "company%2Fproducts%2Fread" }),
  },
  "an organization scope": {
    check: "scope_of_company",
    scene: () => mintScene({ scopes: ["organization/clients/read", "company/products/read"] }),
    make: authorizeWith({ scope: "organization/clients/read,company/products/read" }),
  },
  "only scopes of organizations": {
    check: "scope_of_company",
    fix: "use_client_credentials",
    scene: () => mintScene({ scopes: ["organization/clients/read"] }),
    make: authorizeWith({ scope: "organization/clients/read" }),
  },
  "only scopes of organizations, by a client without client_credentials": {
    check: "scope_of_company",
    fix: "use_other_organization",
    scene: () =>
      mintScene({ scopes: ["organization/clients/read"], grantTypes: ["authorization_code"] }),
    make: authorizeWith({ scope: "organization/clients/read" }),
  },
  "an inactive client": {
    check: "client_active",
    make: async (scene) => {
      await deactivate(scene);
      return authorizeAttempt(scene);
    },
  },
  "a client without the grant": {
    check: "grant_registered",
    scene: () => mintScene({ grantTypes: ["client_credentials"] }),
    make: authorizeWith({}),
  },
  "a plain code challenge": {
    check: "code_challenge",
    make: authorizeWith({ code_challenge: "a".repeat(43), code_challenge_method: "plain" }),
  },
  "no code challenge although the client requires PKCE": {
    check: "code_challenge",
    scene: () => mintScene({ requirePkce: true }),
    make: authorizeWith({}),
  },
  "an unknown prompt": { check: "prompt", make: authorizeWith({ prompt: "login" }) },
  "prompt=none before consent": {
    check: "consent_given",
    says: "Not granted: company/orders/read, company/products/read. Granted: none",
    scene: mintUninstalledScene,
    make: authorizeWith({ prompt: "none" }),
  },
  "a state that cannot be returned": {
    check: "state",
    make: authorizeWith({ state: "s".repeat(3000) }),
  },
  "a repeated parameter": {
    check: "parameter_once",
    make: (scene) => {
      const request = authorizeAttempt(scene);
      return { ...request, parameters: [...request.parameters, ["scope", "again"]] };
    },
  },
  "a request object": {
    check: "pushed_request",
    make: authorizeWith({ request: "eyJhbGciOiJub25lIn0.e30." }),
  },
  "an unknown request_uri": {
    check: "pushed_request",
    make: authorizeWith({ request_uri: "urn:ietf:params:oauth:request_uri:unknown" }),
  },
  "a path without a company": {
    check: "path",
    make: (scene) => ({ ...authorizeAttempt(scene), subject: "company/acme" }),
  },
  "someone who is not a member": {
    check: "membership",
    make: async (scene) => ({ ...authorizeAttempt(scene), as: await mintUser() }),
  },
  "consent by someone who may not decide": {
    check: "consent_role",
    kind: "consent",
    scene: mintUninstalledScene,
    make: async (scene) => ({
      ...authorizeAttempt(scene),
      as: await mintCompanyMember(scene.companyId, "staff"),
    }),
  },
});
