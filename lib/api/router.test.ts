import { expect, it } from "vitest";
import { pathRouter } from "@/lib/api/router";

const PATHS = [
  ...["/client/{client_id}", "/client/bulk", "/client/{client_id}/secret", "/client/bulk/result"],
  "/products/",
];
const find = pathRouter(PATHS.map((path) => ({ path, value: path })));

it.each<[string, string | undefined]>([
  ["/client/bulk", "/client/bulk"],
  ["/client/42", "/client/{client_id}"],
  // The literal segment leads nowhere.
  ["/client/bulk/secret", "/client/{client_id}/secret"],
  ["/client/__proto__", "/client/{client_id}"],
  ["/products/", "/products/"],
  ...["/products", "/client/42/", "/client/", "/client//secret", "/client", "", "/constructor"].map(
    (path): [string, undefined] => [path, undefined],
  ),
  ["/client/42/secret/1", undefined],
])("the router leads %j to %j", (path, value) => {
  expect(find(path)).toBe(value);
});
