import { expect, it } from "vitest";
import { inUploadSlot, MOST_UPLOADS } from "@/lib/api/upload-slots";

import { putClientLogoContract } from "@/lib/clients/logo/contract";

it("uploads beyond those that fit into memory get 503 with Retry-After, and other requests are not affected", async () => {
  let end = () => {};
  const ended = new Promise<void>((resolve) => {
    end = resolve;
  });
  const running = Array.from({ length: MOST_UPLOADS }, () =>
    inUploadSlot(putClientLogoContract, () => ended),
  );
  const next = () => inUploadSlot(putClientLogoContract, async () => "handled");
  await expect(next()).rejects.toMatchObject({
    code: "temporarily_unavailable",
    headers: { "retry-after": "5" },
  });
  expect(await inUploadSlot({}, async () => "handled")).toBe("handled");
  end();
  await Promise.all(running);
  expect(await next()).toBe("handled");
});

it("a failed upload frees its slot for the next", async () => {
  const failing = () => inUploadSlot(putClientLogoContract, () => Promise.reject(new Error("bad")));
  for (let n = 0; n <= MOST_UPLOADS; n += 1) await expect(failing()).rejects.toThrow("bad");
});
