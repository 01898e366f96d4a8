import { describe, expect, it } from "vitest";
import { requireMatch } from "@/lib/core/http/entity-tag";

const match = (ifMatch: string | null) => () => requireMatch(ifMatch, 39);

describe("If-Match", () => {
  it.each([null, "*", " * ", '"39"', '"38", "39"', 'W/"39", "39"'])("lets %j pass", (ifMatch) => {
    expect(match(ifMatch)).not.toThrow();
  });

  it.each(['W/"39"', '"39-gzip"', 'W/"39-gzip"', '"39-br"', '"39;gzip"', '"38", W/"39"'])(
    "says of %s that a proxy has changed the tag, and what to send",
    (ifMatch) => {
      const sent = ifMatch.split(", ").at(-1);
      expect(match(ifMatch)).toThrow(
        expect.objectContaining({
          status: 412,
          headers: { etag: '"39"' },
          message: `If-Match is ${sent}, and only "39" matches. A proxy that compresses responses makes their ETag weak (W/) or gives it a suffix (-gzip). Send If-Match: "39".`,
        }),
      );
    },
  );

  it.each(['"38"', 'W/"38"', '"38-gzip"', '"390"', '"3"', '""', 'W/"abc"', '"39-1"'])(
    "says of %s that the resource has changed, and not to repeat the change with its version",
    (ifMatch) => {
      expect(match(ifMatch)).toThrow(
        expect.objectContaining({
          status: 412,
          message: `The resource has changed: its current version is "39", but If-Match is ${ifMatch}. Fetch it again and repeat your change.`,
        }),
      );
    },
  );

  it.each(["39", "W/39", "", '"39', '"39"-gzip', "39-gzip"])(
    "must be a tag in quotes, and not %j",
    (ifMatch) => {
      expect(match(ifMatch)).toThrow(expect.objectContaining({ status: 400 }));
    },
  );
});
