import { IMAGE_PATH } from "@/lib/images/values";
import { env } from "@/lib/kernel/env";

/** The address of a stored image, or null for none. */
export function imageAddress(imageId: string | null): string | null {
  return imageId === null ? null : `${env().baseUrl}${IMAGE_PATH}/${imageId}`;
}
