/** The types of image files that can be uploaded. */
export const UPLOAD_TYPES = ["image/png", "image/jpeg", "image/webp", "image/gif"] as const;

export const MAX_UPLOAD_BYTES = 10 * 1024 * 1024;

export const MAX_IMAGE_BYTES = 256 * 1024;

/** Path prefix of stored images, followed by the image's id. */
export const IMAGE_PATH = "/logos";
