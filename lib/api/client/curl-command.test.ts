import { expect, it } from "vitest";
import { curlCommand } from "@/lib/api/client/curl-command";
import { hostileTexts } from "@/test/requests/hostile-text";
import { shellArguments } from "@/test/requests/shell-arguments";

it("security 122: the command of a form sends its texts as they are, and runs nothing", () => {
  const texts = hostileTexts(200);
  const commands = texts.map((name) =>
    curlCommand(
      {
        operation: "patchClient",
        outgoing: {
          params: { organization_id: name.toWellFormed(), client_id: "1" },
          body: { meta: { name } },
          version: 3,
        },
      },
      "https://api.example.com",
    ),
  );
  const calls = shellArguments(commands, { TOKEN: "the token" });
  for (const [index, args] of calls.entries()) {
    const [x, method, url = "", ...rest] = args;
    expect([x, method]).toEqual(["-X", "PATCH"]);
    expect(decodeURIComponent(url)).toContain(`/organization/${texts[index]?.toWellFormed()}/`);
    const body = rest.pop() ?? "";
    expect(JSON.parse(body)).toEqual({ meta: { name: texts[index] } });
    expect(rest).toEqual([
      ...["-H", "Authorization: Bearer the token", "-H", "Content-Type: application/json"],
      ...["-H", 'If-Match: "3"', "-d"],
    ]);
  }
});
