import { isWellFormedToken, nameToken } from "@/lib/core/crypto/tokens";
import { MAX_SEARCHED, type Masker, NOT_SHOWN } from "@/lib/protocol/events/mask-secrets";
import {
  idParameters,
  isKnownParameter,
  isSecretParameter,
  wordParameters,
} from "@/lib/protocol/events/parameter-names";
import { type SentContent, splitAuthorization } from "@/lib/protocol/events/sent-request";
import { isScopeName } from "@/lib/protocol/scopes/scope-name";

const MAX_SHOWN = 500;
const MAX_SCOPES_SHOWN = 30;

/**
 * The part of a request that may be stored: known parameter names, values that are not secret, and, for
 * everything else, only its presence and the kind of token.
 * @param mask of the same request
 * @param clientId of an existing client that the request names; any other value in its place may be a secret
 * @returns how the caller authenticated (`none`, `basic`, `body`, `basic and body`, `bearer` or `other`), and by name
 *   the value of each parameter, or its kind in square brackets
 */
export function redactInput(sent: SentContent, mask: Masker, clientId: string | null = null) {
  const parameters: Record<string, string> = {};
  let others = 0;
  for (const [name, value] of Object.entries(sent.parameters)) {
    if (isKnownParameter(name)) parameters[name] = showValue(name, value, mask, clientId);
    else others += 1;
  }
  if (others > 0) parameters.other_parameters = String(others);
  const token = bearerOf(sent.authorization);
  if (token !== null) parameters.bearer = kindOf(token);
  return { authentication: authenticationOf(sent), parameters };
}

/** An address that may be shown: without query values, fragment, and user-info. */
export function showUrl(url: string, mask: Masker): string {
  if (url.length > MAX_SEARCHED) return NOT_SHOWN;
  const parts = /^(https?:\/\/)([^/?#]*@)?([^/?#]*)([^?#]*)(\?[^#]*)?(#.*)?$/isu.exec(url);
  if (!parts) return "[not a web address]";
  const [, scheme = "", userInfo, host = "", path = "", query = "", fragment] = parts;
  const redactedUrl = `${scheme}${userInfo ? "[user-info]@" : ""}${host}${path}${showQuery(query)}`;
  // Masked as a whole, since a secret may span several parts.
  return mask(fragment === undefined ? redactedUrl : `${redactedUrl}#[fragment]`).slice(
    0,
    MAX_SHOWN,
  );
}

function showQuery(query: string): string {
  if (query === "") return "";
  const shownParameters = query
    .slice(1)
    .split("&")
    .map((pair) => {
      const [name = "", value = ""] = pair.split("=", 2);
      if (idParameters.get(name)?.test(value)) return pair;
      return isKnownParameter(name) ? `${name}=[hidden]` : "[hidden]";
    });
  return `?${shownParameters.join("&")}`;
}

function showValue(name: string, value: unknown, mask: Masker, clientId: string | null): string {
  if (name === "scope") return showScopes(value, mask);
  if (typeof value !== "string" || value === "") return kindOf(value);
  if (name === "redirect_uri") return showUrl(value, mask);
  if (name === "client_id") return value === clientId ? value : "[another value]";
  const words = wordParameters.get(name);
  if (words) return words.includes(value) ? mask(value) : "[another value]";
  const id = idParameters.get(name);
  if (id) return id.test(value) ? mask(value) : "[another value]";
  return isSecretParameter(name) ? kindOf(value) : "[sent]";
}

function showScopes(value: unknown, mask: Masker): string {
  const names = (Array.isArray(value) ? value : [value]).flatMap((part) =>
    typeof part === "string" ? part.split(/[, ]+/).filter((name) => name !== "") : "",
  );
  const maskedNames = mask(names.join(","));
  if (maskedNames === NOT_SHOWN) return NOT_SHOWN;
  if (maskedNames !== names.join(",")) return "[not only scopes]";
  const listedNames = names
    .slice(0, MAX_SCOPES_SHOWN)
    .map((name) => (isScopeName(name) ? name : "[not a scope]"));
  const more = names.length - listedNames.length;
  return [...listedNames, ...(more > 0 ? [`[${more} more]`] : [])]
    .join(",")
    .slice(0, 4 * MAX_SHOWN);
}

function kindOf(value: unknown): string {
  if (value === null || value === "") return "[empty]";
  if (typeof value !== "string") return "[not a text]";
  const name = nameToken(value)?.replace(/^\w+ /, "");
  if (name === undefined) return "[sent]";
  return isWellFormedToken(value) ? `[${name}]` : `[damaged ${name}]`;
}

function bearerOf(authorization: string | null): string | null {
  if (authorization === null) return null;
  const { scheme, credential, pair } = splitAuthorization(authorization);
  return scheme === "bearer" && !pair ? credential : null;
}

function authenticationOf({ authorization, parameters }: SentContent): string {
  const body = typeof parameters.client_secret === "string";
  if (authorization === null) return body ? "body" : "none";
  const { scheme } = splitAuthorization(authorization);
  const header = scheme === "basic" || scheme === "bearer" ? scheme : "other";
  return body ? `${header} and body` : header;
}
