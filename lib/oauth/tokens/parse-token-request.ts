import { z } from "zod";
import { ServiceError } from "@/lib/errors";
import type { BodyParameters } from "@/lib/http/read-body";
import { parseScopes } from "@/lib/scopes/parse-scopes";

const MAX_LENGTH = 2048;
// SDKs send null for what they leave out.
const text = z
  .string()
  .max(MAX_LENGTH)
  .nullish()
  .transform((value) => value || undefined);

const tokenRequestSchema = z.object({
  grant_type: text,
  code: text,
  refresh_token: text,
  client_id: text,
  client_secret: text,
  code_verifier: text,
  redirect_uri: text,
  token: text,
  scope: z.unknown().optional(),
});

/** The parameters of a token request; unknown ones are ignored (RFC 6749 section 3.2). */
export type TokenRequest = Omit<z.output<typeof tokenRequestSchema>, "scope"> & {
  /** Distinct scopes in the order sent; null when none were sent. */
  scopes: string[] | null;
};

/**
 * Reads the parameters of a token request.
 * @throws ServiceError invalid_request or invalid_scope
 */
export function parseTokenRequest(body: BodyParameters): TokenRequest {
  const parsed = tokenRequestSchema.safeParse(body);
  if (!parsed.success) {
    const name = parsed.error.issues[0]?.path.join(".") ?? "";
    throw new ServiceError(
      "invalid_request",
      `The parameter "${name}" must be a string of at most ${MAX_LENGTH} characters.`,
      { check: "parameter_form", fix: { kind: "set_parameter", name, value: null } },
    );
  }
  const { scope, ...parameters } = parsed.data;
  const scopes = parseScopes(scope);
  return { ...parameters, scopes: scopes.length > 0 ? scopes : null };
}
