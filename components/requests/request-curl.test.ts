import { describe, expect, it } from "vitest";
import { newId } from "@/lib/core/crypto/ids";
import { REQUEST_ID_HEADER } from "@/lib/core/http/request-info";
import { getRequest } from "@/lib/requests/log/get-request";
import { type RequestDetail, requestDetailSchema } from "@/lib/requests/log/schemas";
import { mintMember } from "@/test/factories/mint";
import { mintInstallation } from "@/test/factories/mint-installation";
import { sendAuthorize } from "@/test/requests/call-authorize";
import { callRoute } from "@/test/requests/call-route";
import { hostileTexts } from "@/test/requests/hostile-text";
import { shellArguments } from "@/test/requests/shell-arguments";
import { curlOf } from "./request-curl";

const CLUSTER = "https://api.example.com";
const VARIABLES = {
  CLUSTER_URL: CLUSTER,
  API_KEY: "the key",
  API_SECRET: "the secret",
  TOKEN: "the token",
  STATE: "the state",
  SCOPE: "the scopes",
};

// The command needs no other fact.
const BLANK = {} as RequestDetail;

/** The request as the API returns it to the drawer of a developer, after a stranger's authorize. */
async function storedRequest(query: Record<string, string>): Promise<RequestDetail> {
  const { organizationId, companyId, client } = await mintInstallation();
  const requestId = newId();
  const sent = new URLSearchParams({ client_id: client.clientId, response_type: "code", ...query });
  const headers = { [REQUEST_ID_HEADER]: requestId };
  const denied = await sendAuthorize(companyId, sent.toString(), null, headers);
  expect(denied.status).toBe(400);
  const { body } = await callRoute(getRequest, {
    params: { organization_id: organizationId, request_id: requestId },
    as: await mintMember(organizationId, "developer"),
  });
  return requestDetailSchema.parse(body);
}

function requestWith(
  parameters: Record<string, string>,
  facts: Partial<RequestDetail> = {},
): RequestDetail {
  const input = { authentication: "none", parameters };
  return { ...BLANK, method: "POST", path: "/oauth/token", input, ...facts };
}

/** What curl sends as form or query. */
function sentBy(args: readonly string[]): [name: string, value: string][] {
  return args.flatMap((arg, index): [string, string][] => {
    if (arg === "-d") return [...new URLSearchParams(args[index + 1])];
    if (arg !== "--data-urlencode") return [];
    const [name = "", ...value] = (args[index + 1] ?? "").split("=");
    // curl encodes only the value.
    return [...new URLSearchParams(`${name}=`)].map(([decoded]) => [decoded, value.join("=")]);
  });
}

describe("security 122: the curl command of a request", () => {
  it("sends a stranger's redirect_uri as it was stored, and runs nothing", async () => {
    // biome-ignore lint/suspicious/noTemplateCurlyInString: a shell's syntax.
    const uri = "https://shipfast.example/fp/auth/$(touch${IFS}created)`touch created`'\"!x";
    const sent = { redirect_uri: uri, scope: "[$(touch,created)]", state: "a state" };
    const request = await storedRequest(sent);
    expect(request.input?.parameters.redirect_uri).toBe(uri);
    const [args = []] = shellArguments([curlOf(request)], VARIABLES);
    expect(args).toContain(`redirect_uri=${uri}`);
    expect(args).toContain("scope=[$(touch,created)]");
    expect(args).toContain("state=the state");
    expect(args.slice(0, 5)).toEqual(["-i", "-G", "-X", "GET", `${CLUSTER}${request.path}`]);
  });

  it("passes any parameter, name included, to curl as it is shown", () => {
    const texts = hostileTexts(300);
    const shown = texts.map((text, index): [string, string] => {
      return [index % 2 === 0 ? "redirect_uri" : text, text];
    });
    const pairs = shown.filter(([, value]) => !/^\[.*\]$/.test(value));
    const commands = pairs.map(([name, value]) => curlOf(requestWith({ [name]: value })));
    const calls = shellArguments(commands, VARIABLES);
    expect(calls.map(sentBy)).toEqual(pairs.map((pair) => [...new URLSearchParams([pair])]));
    for (const args of calls) {
      expect(args).toHaveLength(6);
      expect(args.slice(0, 4)).toEqual(["-i", "-X", "POST", `${CLUSTER}/oauth/token`]);
    }
  });

  it("has a variable in place of a hidden value, whatever the name of its parameter is", () => {
    const names = hostileTexts(100);
    const commands = names.map((name) => curlOf(requestWith({ [name]: "[sent]" })));
    const calls = shellArguments(commands, VARIABLES);
    expect(calls.map((args) => sentBy(args)[0]?.[0])).toEqual(
      names.map((name) => name.toWellFormed()),
    );
    const words = (name: string, value: string) => curlOf(requestWith({ [name]: value }));
    expect(words("x-fp-date", "[sent]")).toContain('--data-urlencode "x-fp-date=$X_FP_DATE"');
    expect(words("scope", "[not only scopes]")).toContain('--data-urlencode "scope=$SCOPE"');
    expect(words("scope", "[redacted]")).toContain("--data-urlencode 'scope=[redacted]'");
  });

  it("passes any method, path, and kind of authentication to curl as text", () => {
    const texts = hostileTexts(200).filter((text) => /^[ -~]*$/.test(text));
    const commands = texts.map((text) => {
      const input = { authentication: text, parameters: {} };
      return curlOf(requestWith({}, { method: text, path: `/${text}`, input }));
    });
    const expected = texts.map((text) => [
      "-i",
      ...(/[[\]{}]/.test(text) ? ["-g"] : []),
      ...["-X", text, `${CLUSTER}/${text.replaceAll(" ", "%20")}`],
    ]);
    expect(shellArguments(commands, VARIABLES)).toEqual(expected);
  });

  it("encodes in a path what a terminal would act on, and has a path that is no option", () => {
    const command = (path: string | null) => curlOf(requestWith({}, { path }));
    expect(command("/a\u001b[201~\n\ud800")).toContain('"$CLUSTER_URL/a%1B[201~%0A%EF%BF%BD"');
    expect(command("-K/etc/passwd")).toContain('"$CLUSTER_URL/-K/etc/passwd"');
    expect(command(null)).toContain('"$CLUSTER_URL/"');
  });
});

it("shows a call with variables for what authenticated it", () => {
  const call = requestWith({}, { method: "GET", path: "/orders/", input: null });
  expect(curlOf(call)).toBe(
    'curl -i -X GET "$CLUSTER_URL/orders/" \\\n  -H "Authorization: Bearer $TOKEN"',
  );
  const basic = { authentication: "basic", parameters: { code: "[authorization code]" } };
  expect(curlOf(requestWith({}, { input: basic }))).toBe(
    'curl -i -X POST "$CLUSTER_URL/oauth/token" \\\n  -u "$API_KEY:$API_SECRET" \\\n  --data-urlencode "code=$CODE"',
  );
});
