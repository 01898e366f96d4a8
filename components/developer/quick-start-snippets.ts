import { jsonLiteral } from "@/lib/core/snippets/json-literal";
import { type ShellVariable, shellQuoted } from "@/lib/core/snippets/shell-quoted";
import {
  COMPANY_ID,
  detailsSnippet,
  firstTokenSnippet,
  type SnippetValues,
} from "../clients/client-snippets";

/** The values that the examples need besides the client's. */
export interface FlowValues extends SnippetValues {
  /** The company of the examples; the name of {@link COMPANY_ID} if there is none. */
  companyId: string;
  redirectUrl: string;
  /** Path of the API that the examples call: the sample API's, one that the gate opens, or a placeholder. */
  apiPath: string;
}

const OAUTH = "/service/panel/authentication/v1.0/company";
/** The sample API, which exists only with demo data. */
const SAMPLE_API = "/service/application/catalog/v1.0/products/";
/** The placeholder for a path if Latchkey knows no API. */
export const ANY_API = "/path/of/an/api";

/**
 * The path of the API that the examples call.
 * @param openPath what the gate lets the client read; null if nothing
 */
export function exampleApiPath(
  hasSampleApi: boolean,
  openPath: string | null,
  companyId: string,
): string {
  if (hasSampleApi) return SAMPLE_API;
  return openPath?.replace("{company_id}", companyId) ?? ANY_API;
}

/** Loads the lines of `.env` into a shell. */
const LOAD_ENV = "set -a; . ./.env; set +a";

const SECRET: ShellVariable = { name: "$EXTENSION_API_SECRET" };

/** The first request of every SDK, with the secret from `.env`. */
export function checkSnippet(values: FlowValues): string {
  return `${LOAD_ENV}\n${detailsSnippet({ ...values, secret: SECRET })}`;
}

/** The first token of a script that acts for its own organization. */
export function scriptSnippet(values: FlowValues): string {
  return `${LOAD_ENV}\n${firstTokenSnippet({ ...values, secret: SECRET })}`;
}

/** Starts the example in a file with the company and the code. */
export function startSnippet(program: string, { companyId }: FlowValues): string {
  return `${LOAD_ENV}\n${program} ${quotedAround(companyId)} "$CODE"`;
}

/** The address of authorize, to which the seller's browser goes and from which it returns with a code. */
export function authorizeAddress(values: FlowValues): string {
  const { clusterUrl, companyId, clientId, redirectUrl, scopes } = values;
  const query = new URLSearchParams({
    client_id: clientId,
    redirect_uri: redirectUrl,
    response_type: "code",
    scope: scopes.join(","),
    state: "compare-me-at-the-redirect",
  });
  return `${clusterUrl}${OAUTH}/${companyId}/oauth/authorize?${query}`;
}

/** A text for a shell, which expands the company's variable and nothing else in it. */
function quotedAround(text: string): string {
  const [first = "", ...others] = text.split(COMPANY_ID.name);
  return shellQuoted(first, ...others.flatMap((part) => [COMPANY_ID, part]));
}

/** Code, tokens, call and refresh with nothing but sh, sed and curl. */
export function curlSnippet({ clusterUrl, companyId, clientId, apiPath }: FlowValues): string {
  const user = shellQuoted(clientId, ":", SECRET);
  const endpoint = `  ${quotedAround(`${clusterUrl}${OAUTH}/${companyId}/oauth/offline-token`)}`;
  return [
    LOAD_ENV,
    "# field prints one field of the JSON on standard input",
    `field() { sed -n 's/.*"'"$1"'" *: *"\\([^"]*\\)".*/\\1/p'; }`,
    "",
    "# The code from the redirect; it works for 60 seconds.",
    `TOKENS=$(curl -sS -u ${user} \\`,
    '  -d grant_type=authorization_code -d code="$CODE" \\',
    `${endpoint})`,
    'ACCESS_TOKEN=$(printf %s "$TOKENS" | field access_token)',
    'REFRESH_TOKEN=$(printf %s "$TOKENS" | field refresh_token)',
    "",
    'curl -sS -H "Authorization: Bearer $ACCESS_TOKEN" \\',
    `  ${quotedAround(clusterUrl + apiPath)}`,
    "",
    "# When the access token has expired.",
    `curl -sS -u ${user} \\`,
    '  -d grant_type=refresh_token -d refresh_token="$REFRESH_TOKEN" \\',
    endpoint,
  ].join("\n");
}

/** Code, tokens, call and refresh in Python, with its standard library only. */
export function pythonSnippet({ apiPath }: Pick<FlowValues, "apiPath">): string {
  return `import base64
import json
import os
import sys
from urllib.error import HTTPError
from urllib.parse import urlencode
from urllib.request import Request, urlopen

CLUSTER = os.environ["FP_API_DOMAIN"]
PAIR = f"{os.environ['EXTENSION_API_KEY']}:{os.environ['EXTENSION_API_SECRET']}"
COMPANY, CODE = int(sys.argv[1]), sys.argv[2]


def send(path, authorization, form=None):
    data = urlencode(form).encode() if form else None
    request = Request(CLUSTER + path, data, {"Authorization": authorization})
    try:
        with urlopen(request, timeout=10) as answer:
            return json.load(answer)
    except HTTPError as error:
        raise SystemExit(f"{error.code}: {json.load(error)['message']}")


def request_token(**grant):
    basic = base64.b64encode(PAIR.encode()).decode()
    return send(f"${OAUTH}/{COMPANY}/oauth/offline-token", f"Basic {basic}", grant)


tokens = request_token(grant_type="authorization_code", code=CODE)
print(send(${jsonLiteral(apiPath)}, f"Bearer {tokens['access_token']}"))

tokens = request_token(grant_type="refresh_token", refresh_token=tokens["refresh_token"])
print("refreshed for", tokens["expires_in"], "seconds")
`;
}

/** Code, tokens, call and refresh in Java, in one file without a library. */
export function javaSnippet({ apiPath }: Pick<FlowValues, "apiPath">): string {
  return `import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.Base64;
import java.util.regex.Pattern;

import static java.nio.charset.StandardCharsets.UTF_8;

public class FirstToken {
    static final String CLUSTER = System.getenv("FP_API_DOMAIN");
    static final String PAIR =
            System.getenv("EXTENSION_API_KEY") + ":" + System.getenv("EXTENSION_API_SECRET");
    static final HttpClient HTTP =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

    public static void main(String[] args) throws Exception {
        long company = Long.parseLong(args[0]);
        String tokens = requestToken(company, "authorization_code", "code", args[1]);
        System.out.println(send(HttpRequest
                .newBuilder(URI.create(CLUSTER + ${jsonLiteral(apiPath)}))
                .header("Authorization", "Bearer " + read(tokens, "access_token"))));

        requestToken(company, "refresh_token", "refresh_token", read(tokens, "refresh_token"));
        System.out.println("refreshed");
    }

    static String requestToken(long company, String grant, String name, String value)
            throws Exception {
        String address = CLUSTER + "${OAUTH}/" + company
                + "/oauth/offline-token";
        String body = "grant_type=" + grant + "&" + name + "=" + URLEncoder.encode(value, UTF_8);
        return send(HttpRequest
                .newBuilder(URI.create(address))
                .header("Authorization",
                        "Basic " + Base64.getEncoder().encodeToString(PAIR.getBytes(UTF_8)))
                .header("Content-Type", "application/x-www-form-urlencoded")
                .POST(HttpRequest.BodyPublishers.ofString(body)));
    }

    static String send(HttpRequest.Builder request) throws Exception {
        HttpResponse<String> answer =
                HTTP.send(request.build(), HttpResponse.BodyHandlers.ofString());
        if (answer.statusCode() != 200) throw new IllegalStateException(answer.body());
        return answer.body();
    }

    // Enough for this answer; an extension reads it with its JSON library.
    static String read(String json, String name) {
        var found = Pattern.compile("\\"" + name + "\\"\\\\s*:\\\\s*\\"([^\\"]+)\\"").matcher(json);
        if (!found.find()) throw new IllegalStateException("no " + name);
        return found.group(1);
    }
}
`;
}
