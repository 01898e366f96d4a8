import { unreachable } from "@/lib/api-client/api-error";

/**
 * Loads a part of a page that is too large to be loaded with it, at the moment when it is needed:
 * `loadModule(() => import("./draft-check"))`.
 * @throws ApiError when it cannot be loaded
 */
export async function loadModule<Module>(load: () => Promise<Module>): Promise<Module> {
  try {
    return await load();
  } catch (cause) {
    throw unreachable(0, cause);
  }
}
