import { BRAND_COLUMNS, type Brand, DEFAULT_BRAND } from "@/lib/core/brand/values";
import { db } from "@/lib/core/db/client";
import { logFailure } from "@/lib/core/db/database-health";
import { imageAddress } from "@/lib/core/images/image-address";
import { processState } from "@/lib/core/process/process-state";

/** How long a process may show a brand that another one has changed. */
const KEPT_MS = 5_000;

type BrandState = { brand: Brand; readAt: number; reading?: Promise<Brand> | undefined };

const brandState = (): BrandState =>
  processState("brand", () => ({ brand: DEFAULT_BRAND, readAt: Number.NEGATIVE_INFINITY }));

/** The brand of this installation, at most five seconds old. While the database is down, the last one that was read. */
export async function currentBrand(): Promise<Brand> {
  const state = brandState();
  if (performance.now() - state.readAt < KEPT_MS) return state.brand;
  state.reading ??= readBrand(state);
  return state.reading;
}

/** The last brand that was read, for pages that cannot wait. After five seconds, it is read again for the next page. */
export function lastBrand(): Brand {
  const state = brandState();
  if (performance.now() - state.readAt >= KEPT_MS) void currentBrand();
  return state.brand;
}

/** Makes this process read the brand again, after it has changed it. */
export function forgetBrand(): void {
  brandState().readAt = Number.NEGATIVE_INFINITY;
}

async function readBrand(state: BrandState): Promise<Brand> {
  try {
    const row = await db().brand.findUnique({ where: { id: "brand" }, select: BRAND_COLUMNS });
    const { logoId, ...brand } = row ?? { ...DEFAULT_BRAND, logoId: null };
    state.brand = { ...brand, logoUri: imageAddress(logoId) };
  } catch (error) {
    logFailure(error, "the brand could not be read");
  } finally {
    state.readAt = performance.now();
    state.reading = undefined;
  }
  return state.brand;
}
