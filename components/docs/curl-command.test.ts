import { describe, expect, it } from "vitest";
import { describeApi } from "@/lib/api/describe-api";
import { hostileTexts } from "@/test/requests/hostile-text";
import { shellArguments } from "@/test/requests/shell-arguments";
import { curlCommand } from "./curl-command";
import type { Choice } from "./docs-address";
import { findTopic, readReference } from "./reference";

const { serverUrl, resources } = readReference(describeApi());
const OWN = { organization_id: "a".repeat(24), client_id: "b".repeat(24) };

function commandFor(id: string, ids: Choice): string {
  const entry = findTopic(resources, id)?.entry;
  if (!entry) throw new Error(`No operation ${id}`);
  return curlCommand(serverUrl, entry, ids);
}

describe("the example of an operation", () => {
  it("has variables for ids that are not known", () => {
    expect(commandFor("getClient", {})).toContain(
      "/organization/$ORGANIZATION_ID/oauth/client/$CLIENT_ID",
    );
    expect(commandFor("createOfflineToken", {})).toContain('-u "$API_KEY:$API_SECRET"');
  });

  it("has the ids of the organization and of the client that were chosen", () => {
    const path = `/organization/${OWN.organization_id}/oauth/client/${OWN.client_id}`;
    expect(commandFor("getClient", OWN)).toContain(path);
    expect(commandFor("createOfflineToken", OWN)).toContain(`-u "${OWN.client_id}:$API_SECRET"`);
    expect(commandFor("authorize", OWN)).toContain(`client_id=${OWN.client_id}`);
  });

  it("security 122: is one command of the same arguments, whatever the ids contain", () => {
    const variables = { API_SECRET: "a  secret", COMPANY_ID: "42", CODE: "a code" };
    const texts = hostileTexts(60).filter((text) => /^[ -~]+$/.test(text));
    const commands = texts.map((client_id) => commandFor("createOfflineToken", { client_id }));
    for (const [index, args] of shellArguments(commands, variables).entries()) {
      expect(args.slice(0, 4)).toEqual(["-X", "POST", "-u", `${texts[index]}:a  secret`]);
      expect(args.at(-1)).toMatch(/\/company\/42\/oauth\/offline-token$/);
    }
    const all = resources.flatMap(({ entries }) => entries);
    const plain = all.map((entry) => curlCommand(serverUrl, entry, OWN));
    expect(shellArguments(plain, variables)).toHaveLength(all.length);
  });

  it("contains no secret, token, or code", () => {
    for (const { entries } of resources) {
      for (const entry of entries) {
        expect(curlCommand(serverUrl, entry, OWN), entry.id).not.toMatch(/\blk[a-z]_/);
      }
    }
    expect(commandFor("createOfflineToken", OWN)).toContain('"code": "<code>"');
  });
});
