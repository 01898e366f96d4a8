import { expect, it } from "vitest";
import { inUploadSlot, MAX_UPLOADS, MAX_UPLOADS_OF_CALLER } from "@/lib/api/handle-operation";
import { putClientLogo } from "@/lib/clients/logo/logo";
import { newId } from "@/lib/core/crypto/ids";
import { putBrandLogo } from "@/lib/platform/brand/brand";
import { mintClient, mintOrganization } from "@/test/factories/mint";
import { mintOperator } from "@/test/factories/mint-platform";
import { callRoute } from "@/test/requests/call-route";

/** Starts uploads that run until `end`. */
function startUploads(callers: readonly string[]) {
  let end = () => {};
  const uploadsEnd = new Promise<void>((resolve) => {
    end = resolve;
  });
  const running = callers.map((caller) => inUploadSlot(putClientLogo, caller, () => uploadsEnd));
  return async () => {
    end();
    await Promise.all(running);
  };
}

const upload = (caller: string) => inUploadSlot(putClientLogo, caller, async () => "handled");

it("uploads that do not fit into memory get 503 with Retry-After, and other requests are not affected", async () => {
  const end = startUploads(Array.from({ length: MAX_UPLOADS }, newId));
  await expect(upload(newId())).rejects.toMatchObject({
    code: "temporarily_unavailable",
    headers: { "retry-after": expect.stringMatching(/^[3-7]$/) },
  });
  expect(await inUploadSlot({ upload: undefined }, newId(), async () => "handled")).toBe("handled");
  await end();
  expect(await upload(newId())).toBe("handled");
});

it("security 107: two uploads of a caller leave the other slots to other callers", async () => {
  const caller = newId();
  const end = startUploads(Array(MAX_UPLOADS_OF_CALLER).fill(caller));
  await expect(upload(caller)).rejects.toMatchObject({
    code: "temporarily_unavailable",
    message: expect.stringContaining("already uploading 2 images"),
  });
  expect(await upload(newId())).toBe("handled");
  await end();
  expect(await upload(caller)).toBe("handled");
});

it("a failed upload frees its slot for the next", async () => {
  const caller = newId();
  const failing = () => inUploadSlot(putClientLogo, caller, () => Promise.reject(new Error("bad")));
  for (let n = 0; n <= MAX_UPLOADS; n += 1) await expect(failing()).rejects.toThrow("bad");
});

it("uploads through the management API and the platform's API wait for the same slots", async () => {
  const [{ organizationId, owner }, operator] = [await mintOrganization(), await mintOperator()];
  const { clientId } = await mintClient(organizationId);
  const file = { type: "image/png", bytes: Buffer.from("not an image") };
  const uploadBoth = async () => {
    const params = { organization_id: organizationId, client_id: clientId };
    const ofClient = await callRoute(putClientLogo, { params, file, as: owner });
    const ofBrand = await callRoute(putBrandLogo, { params: {}, file, as: operator });
    return [ofClient.status, ofBrand.status];
  };
  expect(await uploadBoth()).toEqual([400, 400]);
  const end = startUploads(Array.from({ length: MAX_UPLOADS }, newId));
  expect(await uploadBoth()).toEqual([503, 503]);
  await end();
});
