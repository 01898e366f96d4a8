import { z } from "zod";

export const BRAND = "/service/panel/authentication/v1.0/platform/brand";
export const TAG = "Brand";

export const params = z.object({});
