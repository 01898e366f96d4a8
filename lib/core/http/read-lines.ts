import { MAX_BODY_BYTES } from "@/lib/core/http/read-body";

/** A line of an import: its text, or its error. */
export type Line = {
  /** From 1. */
  line: number;
  /** Where the next line starts, in bytes from the beginning. */
  end: number;
} & ({ text: string } | { error: string });

const NEWLINE = 0x0a;
const TOO_LONG = `The line is longer than ${MAX_BODY_BYTES} bytes.`;
const NOT_UTF8 = "The line is not valid UTF-8.";

/** Splits a stream into lines, one in memory at a time. Counts but omits empty lines; skips those that are too long. */
export async function* readLines(
  chunks: AsyncIterable<Uint8Array>,
  from: { line: number; end: number } = { line: 1, end: 0 },
): AsyncGenerator<Line> {
  const decoder = new TextDecoder("utf-8", { fatal: true });
  let parts: Uint8Array[] = [];
  let size = 0;
  let { line, end } = from;

  function finish(): Line | null {
    const bytes = Buffer.concat(parts);
    const tooLong = size > MAX_BODY_BYTES;
    const at = { line, end };
    parts = [];
    size = 0;
    line += 1;
    if (tooLong) return { ...at, error: TOO_LONG };
    try {
      const text = decoder.decode(bytes).trim();
      return text === "" ? null : { ...at, text };
    } catch (error) {
      if (!(error instanceof TypeError)) throw error;
      return { ...at, error: NOT_UTF8 };
    }
  }

  for await (const chunk of chunks) {
    let start = 0;
    for (let stop = chunk.indexOf(NEWLINE); stop >= 0; stop = chunk.indexOf(NEWLINE, start)) {
      hold(chunk.subarray(start, stop));
      end += stop + 1 - start;
      start = stop + 1;
      const line = finish();
      if (line) yield line;
    }
    hold(chunk.subarray(start));
    end += chunk.length - start;
  }
  const last = size > 0 ? finish() : null;
  if (last) yield last;

  function hold(part: Uint8Array): void {
    size += part.length;
    if (size <= MAX_BODY_BYTES) parts.push(part);
    else parts = [];
  }
}
