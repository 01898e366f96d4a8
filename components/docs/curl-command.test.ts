import { describe, expect, it } from "vitest";
import { describeApi } from "@/lib/api/describe-api";
import { hostileTexts } from "@/test/requests/hostile-text";
import { shellArguments } from "@/test/requests/shell-arguments";
import { curlCommand, type ExampleIds } from "./curl-command";
import { asOpenApiDocument, findTopic, listResources } from "./openapi-document";

const document = asOpenApiDocument(describeApi());
const resources = listResources(document);
const OWN = { organizationId: "a".repeat(24), clientId: "b".repeat(24) };

function commandFor(id: string, ids: ExampleIds): string {
  const entry = findTopic(resources, id)?.entry;
  if (!entry) throw new Error(`No operation ${id}`);
  return curlCommand(document, entry, ids);
}

describe("the example of an operation", () => {
  it("has variables for ids that are not known", () => {
    expect(commandFor("getClient", {})).toContain(
      "/organization/$ORGANIZATION_ID/oauth/client/$CLIENT_ID",
    );
    expect(commandFor("createOfflineToken", {})).toContain('-u "$API_KEY:$API_SECRET"');
  });

  it("has the ids of the organization and of the client that were chosen", () => {
    const path = `/organization/${OWN.organizationId}/oauth/client/${OWN.clientId}`;
    expect(commandFor("getClient", OWN)).toContain(path);
    expect(commandFor("createOfflineToken", OWN)).toContain(`-u "${OWN.clientId}:$API_SECRET"`);
    expect(commandFor("authorize", OWN)).toContain(`client_id=${OWN.clientId}`);
  });

  it("security 122: is one command of the same arguments, whatever the ids contain", () => {
    const variables = { API_SECRET: "a  secret", COMPANY_ID: "42", CODE: "a code" };
    const texts = hostileTexts(60).filter((text) => /^[ -~]+$/.test(text));
    const commands = texts.map((clientId) => commandFor("createOfflineToken", { clientId }));
    for (const [index, args] of shellArguments(commands, variables).entries()) {
      expect(args.slice(0, 4)).toEqual(["-X", "POST", "-u", `${texts[index]}:a  secret`]);
      expect(args.at(-1)).toMatch(/\/company\/42\/oauth\/offline-token$/);
    }
    const all = resources.flatMap(({ entries }) => entries);
    const plain = all.map((entry) => curlCommand(document, entry, OWN));
    expect(shellArguments(plain, variables)).toHaveLength(all.length);
  });

  it("contains no secret, token, or code", () => {
    for (const { entries } of resources) {
      for (const entry of entries) {
        expect(curlCommand(document, entry, OWN), entry.id).not.toMatch(/\blk[a-z]_/);
      }
    }
    expect(commandFor("createOfflineToken", OWN)).toContain('"code": "<code>"');
  });
});
