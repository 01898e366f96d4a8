import { execFile } from "node:child_process";
import { createServer } from "node:http";
import { text as readText } from "node:stream/consumers";
import { promisify } from "node:util";
import { expect, it, onTestFinished } from "vitest";
import { curlParameter, hasControl } from "@/lib/core/snippets/shell-quoted";
import { listen } from "@/test/process/listen";
import { HOSTILE_TEXTS, hostileTexts } from "@/test/requests/hostile-text";
import { shellArguments } from "@/test/requests/shell-arguments";

const NAMES = ["state", "a.b-c", "a@b", "a&b", ...HOSTILE_TEXTS];

const pairs = [
  ...hostileTexts(300).map((value): [string, string] => ["redirect_uri", value]),
  ...NAMES.map((name): [string, string] => [name, "a value"]),
  ...hostileTexts(100).map((text): [string, string] => [text, text]),
];

it("security 122: a copied parameter is one argument, readable unless it cannot be pasted", () => {
  const calls = shellArguments(pairs.map(([name, value]) => `curl ${curlParameter(name, value)}`));
  const expected = pairs.map(([name, value]) =>
    /^[\w.-]+$/.test(name) && !hasControl(value)
      ? ["--data-urlencode", `${name}=${value}`]
      : ["-d", `${new URLSearchParams([[name, value]])}`],
  );
  expect(calls).toEqual(expected);
});

it("security 122: curl sends exactly the name and the value, and reads no file", async () => {
  const received: string[] = [];
  const server = createServer((request, response) => {
    readText(request).then((body) => {
      received.push(body);
      response.end();
    }, response.destroy);
  });
  const { port } = await listen(server);
  onTestFinished(() => void server.close());

  const transfers = pairs.map(
    ([name, value]) => `${curlParameter(name, value)} http://127.0.0.1:${port}/`,
  );
  // One process, because each takes as long as all its transfers.
  const command = `curl -sS ${transfers.join(" --next -sS ")}`;
  await promisify(execFile)("sh", ["-c", command]);
  expect(received.map((body) => [...new URLSearchParams(body)])).toEqual(
    pairs.map((pair) => [...new URLSearchParams([pair])]),
  );
});
