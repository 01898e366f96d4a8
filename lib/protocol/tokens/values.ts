/** A grant type: what a token request sends for it. Its handler is in token-endpoint.ts. */
type GrantTypeEntry = {
  /** Value of grant_type. */
  name: string;
  /** The parameter that the request must have; null if the client's credentials are enough. */
  required: string | null;
  /** Parameters besides grant_type, scope and the client's credentials, for the API reference too. */
  parameters: readonly { name: string; description: string; example?: string }[];
};

/**
 * Every grant type of the service (RFC 6749 section 1.3). Request parsing, error messages, server
 * metadata, the API reference and the client form read this list.
 */
export const grantTypeEntries = [
  {
    name: "authorization_code",
    required: "code",
    parameters: [
      { name: "code", description: "Authorization code.", example: "lkc_Zx3Qa9…" },
      {
        name: "redirect_uri",
        description: "Must equal the redirect_uri of the authorize request, if sent.",
        example: "https://shipfast.example.com/fp/auth",
      },
      { name: "code_verifier", description: "PKCE (RFC 7636)." },
    ],
  },
  {
    name: "refresh_token",
    required: "refresh_token",
    parameters: [
      {
        name: "refresh_token",
        description: "Also makes a request with grant_type=authorization_code a refresh.",
      },
    ],
  },
  { name: "client_credentials", required: null, parameters: [] },
] as const satisfies readonly GrantTypeEntry[];

export const grantTypes = grantTypeEntries.map(({ name }) => name);

export type GrantType = (typeof grantTypes)[number];

export const grantParameters = grantTypeEntries.flatMap(({ parameters }) => [...parameters]);

export type GrantParameterName = (typeof grantParameters)[number]["name"];

/** Seconds that an online token lives (document section 8). */
export const ONLINE_TOKEN_SECONDS = 21_600;
