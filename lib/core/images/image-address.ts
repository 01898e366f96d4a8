import { env } from "@/lib/core/env/env";
import { IMAGE_PATH } from "@/lib/core/images/values";

/** The address of a stored image, or null for none. */
export function imageAddress(imageId: string | null): string | null {
  return imageId === null ? null : `${env().baseUrl}${IMAGE_PATH}/${imageId}`;
}
