import type { Fix } from "@/lib/kernel/diagnosis/fix-schemas";

type Describe = { [K in Fix["kind"]]: (fix: Extract<Fix, { kind: K }>) => string };

const sentences: Describe = {
  register_redirect_url: ({ url }) =>
    `If ${url} is yours, add it to the redirect URLs on the client's page; else send one that is there.`,
  register_scopes: ({ scopes }) =>
    scopes.length > 0
      ? `On the client's page, add ${scopes.join(", ")} to the scopes, or ask for less.`
      : "On the client's page, register the scopes that the extension needs.",
  register_grant: ({ grant }) => `On the client's page, add ${grant} to the grants.`,
  activate_client: () =>
    "On the client's page, activate the client. Its access tokens have ended; get new ones.",
  set_parameter: ({ name, value }) =>
    value === null
      ? `In the request, send a valid ${name}.`
      : `In the request, send ${name}=${value}.`,
  remove_parameter: ({ name }) => `In the request, leave ${name} out.`,
  send_parameter_once: ({ name }) => `In the request, send ${name} only once.`,
  move_parameter_to_body: ({ name }) =>
    `Move ${name} from the address into the body. It may stand in logs now: rotate it if it lives on.`,
  set_content_type: ({ value }) =>
    `Send the header Content-Type: ${value}, and a body of that type.`,
  correct_body: () => "Send a JSON object or a form, in UTF-8 and smaller than 64 KB.",
  send_credentials: () =>
    "Send Authorization: Basic with base64 of API_KEY:API_SECRET, both copied from the client's page, and no client_secret in the body.",
  use_new_secret: () =>
    "This secret has ended. Copy the newest secret from the client's page and use it in place of the old one.",
  restore_client: () =>
    "The client was deleted. Restore it from the deleted clients of the console, then activate it.",
  send_access_token: () => "Send Authorization: Bearer with an access token, whole and unchanged.",
  send_code_challenge: () =>
    "Send code_challenge, the base64url SHA-256 of a fresh code_verifier, with code_challenge_method=S256.",
  send_code_verifier: () =>
    "Run authorize again and send its code with the code_verifier that its code_challenge was made from.",
  push_request_again: () => "Push the request again and use the new request_uri at once.",
  use_other_company: ({ company_id }) =>
    company_id === null
      ? "Put the company that is meant into the path, and sign in as one of its members."
      : `Put company ${company_id} into the path: it is the one that this was issued for.`,
  use_other_organization: ({ organization_id }) =>
    organization_id === null
      ? "Put the organization that is meant into the path."
      : `Put organization ${organization_id} into the path: the client belongs to it.`,
  use_client_credentials: () =>
    "Get a token with grant_type=client_credentials at the organization's token endpoint instead.",
  run_authorize_again: () => "Send the seller's browser to authorize again for a new code.",
  request_scopes: ({ scopes }) =>
    `Make sure that the client has ${scopes.join(", ")}, and send it in scope at authorize; the seller is asked again.`,
  exchange_within: ({ seconds }) =>
    `Run authorize again and exchange the code within ${seconds} seconds.`,
  refresh_token: () => "Refresh the token with the refresh token that came with it.",
  ask_admin: () => "Ask an owner or admin of the company to open the same link.",
  wait: ({ seconds }) => `Wait ${seconds} seconds, and check the credentials meanwhile.`,
};

/** A fix in one plain sentence: what to do, and where. */
export function describeFix(fix: Fix): string {
  return sentenceOf(fix.kind, fix);
}

// The table has a function for each kind that takes a fix of that kind; TypeScript does not see
// that both come from one value.
function sentenceOf<K extends Fix["kind"]>(kind: K, fix: Fix): string {
  return sentences[kind](fix as Extract<Fix, { kind: K }>);
}
