import { expect, it } from "vitest";
import { streamedResponse } from "@/lib/core/http/streamed-responses";

/** A file that counts how often its next part was asked for. */
function fileOf(parts: string[]) {
  const generated: string[] = [];
  async function* chunks() {
    for (const part of parts) {
      generated.push(part);
      yield part;
    }
  }
  return { file: { contentType: "text/csv", fileName: "a.csv", chunks: chunks() }, generated };
}

it("sends a file part by part", async () => {
  const { file, generated } = fileOf(["a,", "b"]);
  const response = streamedResponse(file, { method: "GET", requestId: "0123" });
  expect(await response.text()).toBe("a,b");
  expect(generated).toEqual(["a,", "b"]);
});

it("generates no file for HEAD, even if the body is never cancelled, and sends the same headers", async () => {
  const [got, asked] = [fileOf(["a"]), fileOf(["a"])];
  const full = streamedResponse(got.file, { method: "GET", requestId: "0123" });
  const head = streamedResponse(asked.file, { method: "HEAD", requestId: "0123" });
  expect(await head.text()).toBe("");
  expect(asked.generated).toEqual([]);
  expect(Object.fromEntries(head.headers)).toEqual(Object.fromEntries(full.headers));
  await full.text();
});
