import { z } from "zod";
import { parseUrl } from "@/lib/core/addresses/parse-url.mjs";
import { flag } from "@/lib/core/env/setting-schemas";

/** How people sign in with the platform's accounts. */
export interface ProviderSettings {
  /** As the provider names itself in its tokens; with or without a trailing slash. */
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** The provider's name on the sign-in button. */
  readonly name: string;
  /** Separated by spaces; contains openid. */
  readonly scopes: string;
  /** The claim with a person's companies; `undefined`: only the directory knows them. */
  readonly companiesClaim: string | undefined;
  readonly organizationsClaim: string | undefined;
  /** The claim that makes a person an operator. */
  readonly operatorsClaim: string | undefined;
  /** Whether a second factor at the provider counts here. */
  readonly trustMfa: boolean;
  /** The `acr` value that counts as a second factor. */
  readonly mfaAcr: string | undefined;
}

const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/;

const claim = z.string().max(200, "is longer than 200 characters").optional();

/** The variables, each with what it should look like. */
export const providerVariables = {
  OIDC_ISSUER: z
    .string()
    .refine(isIssuer, "is not an https address, or an http address of this machine")
    .optional()
    .describe(
      "the issuer of your OpenID provider, for example OIDC_ISSUER=https://id.example.com/realms/shop, or leave it unset",
    ),
  OIDC_CLIENT_ID: z.string().optional().describe("the id under which the provider knows Latchkey"),
  OIDC_CLIENT_SECRET: z.string().optional().describe("the secret that belongs to OIDC_CLIENT_ID"),
  OIDC_NAME: z
    .string()
    .trim()
    .max(40, "is longer than 40 characters")
    .optional()
    .describe("the name on the sign-in button, for example OIDC_NAME=Acme"),
  OIDC_SCOPES: z
    .string()
    .refine((scopes) => scopes.split(/\s+/).includes("openid"), "does not contain openid")
    .optional()
    .describe("scopes separated by spaces, for example OIDC_SCOPES='openid profile email'"),
  OIDC_COMPANIES_CLAIM: claim.describe(
    "the name of a claim with a list of {id, role}, for example OIDC_COMPANIES_CLAIM=companies",
  ),
  OIDC_ORGANIZATIONS_CLAIM: claim.describe(
    "the name of a claim with a list of {id, role}, for example OIDC_ORGANIZATIONS_CLAIM=organizations",
  ),
  OIDC_OPERATORS_CLAIM: claim.describe(
    "the name of a claim that is true, operator or support, for example OIDC_OPERATORS_CLAIM=latchkey",
  ),
  OIDC_TRUST_MFA: flag.optional().describe("1 accepts the provider's second factor, 0 does not"),
  OIDC_MFA_ACR: claim.describe(
    "the acr value that counts as a second factor, such as OIDC_MFA_ACR=phr; requires OIDC_TRUST_MFA=1",
  ),
  PASSWORD_SIGN_IN: flag
    .default(true)
    .describe("1 lets people sign in with a password, 0 only operators; requires OIDC_ISSUER"),
};

type ProviderVariables = z.output<z.ZodObject<typeof providerVariables>>;

/** The settings of the provider; `undefined` without one. */
export function providerOf(values: ProviderVariables): ProviderSettings | undefined {
  const { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: clientId, OIDC_CLIENT_SECRET: secret } = values;
  if (!issuer || !clientId || !secret) return undefined;
  return {
    issuer,
    clientId,
    clientSecret: secret,
    name: values.OIDC_NAME || new URL(issuer).host,
    scopes: values.OIDC_SCOPES?.trim().split(/\s+/).join(" ") ?? "openid profile email",
    companiesClaim: values.OIDC_COMPANIES_CLAIM,
    organizationsClaim: values.OIDC_ORGANIZATIONS_CLAIM,
    operatorsClaim: values.OIDC_OPERATORS_CLAIM,
    trustMfa: values.OIDC_TRUST_MFA ?? false,
    mfaAcr: values.OIDC_MFA_ACR,
  };
}

/** Variables of the provider that require another one. */
export function providerPairProblems(
  values: Readonly<Record<string, string | undefined>>,
): string[] {
  const otherVariables = Object.keys(providerVariables).flatMap((name) => {
    if (name === "PASSWORD_SIGN_IN") return values[name] === "0" ? [`${name}=0`] : [];
    return values[name] !== undefined && name !== "OIDC_ISSUER" ? [name] : [];
  });
  const required = values.OIDC_ISSUER
    ? [
        { name: "OIDC_CLIENT_ID" as const, by: ["OIDC_ISSUER"] },
        { name: "OIDC_CLIENT_SECRET" as const, by: ["OIDC_ISSUER"] },
      ]
    : [{ name: "OIDC_ISSUER" as const, by: otherVariables }];
  const lacksTrust = values.OIDC_MFA_ACR !== undefined && values.OIDC_TRUST_MFA !== "1";
  return [
    ...required.flatMap(({ name, by }) =>
      by.length === 0 || values[name]
        ? []
        : [`${name} is required with ${by.join(", ")}: ${providerVariables[name].description}`],
    ),
    ...(lacksTrust
      ? [
          `OIDC_TRUST_MFA=1 is required with OIDC_MFA_ACR: ${providerVariables.OIDC_TRUST_MFA.description}`,
        ]
      : []),
  ];
}

function isIssuer(address: string): boolean {
  const url = parseUrl(address);
  if (!url) return false;
  const { protocol, hostname, search, hash, username } = url;
  if (search || hash || username) return false;
  return protocol === "https:" || (protocol === "http:" && LOOPBACK.test(hostname));
}
