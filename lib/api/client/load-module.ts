import { unreachable } from "@/lib/api/client/api-error";

/** Loads a part of a page on demand: `loadModule(() => import("./draft-check"))`. @throws ApiError if it fails */
export async function loadModule<Module>(load: () => Promise<Module>): Promise<Module> {
  try {
    return await load();
  } catch (cause) {
    throw unreachable(0, cause);
  }
}
