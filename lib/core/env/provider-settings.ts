import { z } from "zod";
import { parseUrl } from "@/lib/core/addresses/parse-url.mjs";
import { flag, setting, type ValuesOf } from "@/lib/core/env/setting-schemas";

const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/;

const claim = z.string().max(200, "is longer than 200 characters").optional();

/** How people sign in with the platform's accounts. */
export const providerSettings = {
  /** As the provider names itself in its tokens; with or without a trailing slash. */
  issuer: setting(
    "OIDC_ISSUER",
    z
      .string()
      .refine(isIssuer, "is not an https address, or an http address of this machine")
      .optional(),
    "the issuer of your OpenID provider, for example OIDC_ISSUER=https://id.example.com/realms/shop, or leave it unset",
  ),
  clientId: setting(
    "OIDC_CLIENT_ID",
    z.string().optional(),
    "the id under which the provider knows Latchkey",
  ),
  clientSecret: setting(
    "OIDC_CLIENT_SECRET",
    z.string().optional(),
    "the secret that belongs to OIDC_CLIENT_ID",
  ),
  /** The provider's name on the sign-in button; by default, the host of the issuer. */
  name: setting(
    "OIDC_NAME",
    z.string().trim().max(40, "is longer than 40 characters").optional(),
    "the name on the sign-in button, for example OIDC_NAME=Acme",
  ),
  /** Separated by spaces; contains openid. */
  scopes: setting(
    "OIDC_SCOPES",
    z
      .string()
      .refine((scopes) => scopes.split(/\s+/).includes("openid"), "does not contain openid")
      .transform((scopes) => scopes.trim().split(/\s+/).join(" "))
      .default("openid profile email"),
    "scopes separated by spaces, for example OIDC_SCOPES='openid profile email'",
  ),
  /** The claim with a person's companies; `undefined`: only the directory knows them. */
  companiesClaim: setting(
    "OIDC_COMPANIES_CLAIM",
    claim,
    "the name of a claim with a list of {id, role}, for example OIDC_COMPANIES_CLAIM=companies",
  ),
  organizationsClaim: setting(
    "OIDC_ORGANIZATIONS_CLAIM",
    claim,
    "the name of a claim with a list of {id, role}, for example OIDC_ORGANIZATIONS_CLAIM=organizations",
  ),
  /** The claim that makes a person an operator. */
  operatorsClaim: setting(
    "OIDC_OPERATORS_CLAIM",
    claim,
    "the name of a claim that is true, operator or support, for example OIDC_OPERATORS_CLAIM=latchkey",
  ),
  /** Whether a second factor at the provider counts here. */
  trustMfa: setting(
    "OIDC_TRUST_MFA",
    flag.default(false),
    "1 accepts the provider's second factor, 0 does not",
  ),
  /** The `acr` value that counts as a second factor. */
  mfaAcr: setting(
    "OIDC_MFA_ACR",
    claim,
    "the acr value that counts as a second factor, such as OIDC_MFA_ACR=phr; requires OIDC_TRUST_MFA=1",
  ),
};

type Values = ValuesOf<typeof providerSettings>;

export type ProviderSettings = Values &
  Readonly<Record<"issuer" | "clientId" | "clientSecret" | "name", string>>;

/** The settings of the provider; `undefined` without one. */
export function providerOf(values: Values): ProviderSettings | undefined {
  const { issuer, clientId, clientSecret } = values;
  if (!issuer || !clientId || !clientSecret) return undefined;
  return { ...values, issuer, clientId, clientSecret, name: values.name || new URL(issuer).host };
}

/** Variables of the provider that require another one. */
export function providerPairProblems(
  values: Readonly<Record<string, string | undefined>>,
): string[] {
  const { issuer, clientId, clientSecret, trustMfa } = providerSettings;
  const others = Object.values(providerSettings)
    .map(({ variable }): string => variable)
    .filter((name) => name !== "OIDC_ISSUER" && values[name] !== undefined);
  if (values.PASSWORD_SIGN_IN === "0") others.push("PASSWORD_SIGN_IN=0");
  const required = values.OIDC_ISSUER
    ? [clientId, clientSecret].map((row) => ({ ...row, by: ["OIDC_ISSUER"] }))
    : [{ ...issuer, by: others }];
  const lacksTrust = values.OIDC_MFA_ACR !== undefined && values.OIDC_TRUST_MFA !== "1";
  return [
    ...required
      .filter(({ variable, by }) => by.length > 0 && !values[variable])
      .map(
        ({ variable, by, schema }) =>
          `${variable} is required with ${by.join(", ")}: ${schema.description}`,
      ),
    ...(lacksTrust
      ? [`OIDC_TRUST_MFA=1 is required with OIDC_MFA_ACR: ${trustMfa.schema.description}`]
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
